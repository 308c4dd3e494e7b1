/** Defines what differs between protocol eras, and creates the legacy era. */
import type { Header } from "../protocol/headers.ts";
import type { EraKind } from "../protocol/revisions.ts";

export interface Era {
  readonly kind: EraKind;
  readonly revision: string;
  /** Members that every request carries in `_meta`, as JSON texts by key. */
  meta(): Readonly<Record<string, string>>;
  /** The HTTP headers of a message, in addition to those of the transport. */
  headers(message: unknown): readonly Header[];
}

/**
 * Creates the legacy era: metadata is exchanged once, in `initialize`, so no request repeats it.
 * @param revision the agreed revision, or the offered one until then
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 */
export function createLegacyEra(revision: string): Era {
  return { kind: "legacy", revision, meta: () => ({}), headers: () => [] };
}
