/** The features of the protocol that are deprecated, and when each can be removed at the earliest. */
import type { Revision } from "./revisions.ts";

export type DeprecatedFeature =
  | "client-registration"
  | "http-sse"
  | "include-context"
  | "logging"
  | "roots"
  | "sampling";

export interface Deprecation {
  /** The first revision in which it is deprecated. */
  readonly since: Revision;
  /** The date of the first revision that may do without it; undefined if it depends on another event. */
  readonly removal: string | undefined;
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/deprecated */
export const deprecations: Readonly<Record<DeprecatedFeature, Deprecation>> = {
  roots: { since: "2026-07-28", removal: "2027-07-28" },
  sampling: { since: "2026-07-28", removal: "2027-07-28" },
  logging: { since: "2026-07-28", removal: "2027-07-28" },
  "client-registration": { since: "2026-07-28", removal: "2027-07-28" },
  // with sampling
  "include-context": { since: "2025-11-25", removal: "2027-07-28" },
  // three months after the policy of deprecations became final
  "http-sse": { since: "2025-03-26", removal: undefined },
};
