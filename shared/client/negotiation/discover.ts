/** Reads the answer to `server/discover` and chooses a revision from it. */

import { getOwn } from "../../core/json/getOwn.ts";
import type { NegotiationStep } from "../../log/negotiationStep.ts";
import { isRevision, latest, modernErrors, traitsOf } from "../../protocol/revisions.ts";
import type { RequestOutcome } from "../session/outcome.ts";
import { type Agreement, readAgreement } from "./agreement.ts";

/** The result of `server/discover`. */
export type Discovery =
  | { readonly kind: "discovered"; readonly supported: readonly string[]; readonly result: unknown }
  | { readonly kind: "unsupported"; readonly supported: readonly string[] }
  /** An error that only a modern server returns; it does not name the supported revisions. */
  | { readonly kind: "modern-error"; readonly code: number }
  | NotModern;

type NotModern = Extract<NegotiationStep, { kind: "not-modern" }>;

/**
 * Classifies the answer to a probe.
 * @param outcome undefined if there was none in time
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export function readDiscovery(outcome: RequestOutcome | undefined): Discovery {
  if (outcome === undefined) return notModern({ kind: "timeout" });
  switch (outcome.kind) {
    case "result": {
      const supported = getOwn(outcome.value, "supportedVersions");
      return Array.isArray(supported)
        ? { kind: "discovered", supported: supported.map(String), result: outcome.value }
        : notModern({ kind: "no-revision" });
    }
    case "error": {
      const { code, message, data } = outcome.error;
      if (code === modernErrors.unsupportedVersion) {
        const supported = getOwn(data, "supported");
        return {
          kind: "unsupported",
          supported: Array.isArray(supported) ? supported.map(String) : [],
        };
      }
      if (code === modernErrors.headerMismatch || code === modernErrors.missingCapability) {
        return { kind: "modern-error", code };
      }
      return notModern({ kind: "error", code, message });
    }
    case "failed":
      switch (outcome.failure.code) {
        case "http-status":
          return notModern({ kind: "status", status: outcome.failure.status });
        case "network":
          return notModern({ kind: "network", reason: outcome.failure.reason });
        case "exited":
          return notModern({ kind: "exited" });
        case "timeout":
          return notModern({ kind: "timeout" });
        default:
          return notModern({ kind: "no-mcp", failure: outcome.failure.code });
      }
    case "cancelled":
      return notModern({ kind: "timeout" });
  }
}

function notModern(because: NotModern["because"]): NotModern {
  return { kind: "not-modern", because };
}

/**
 * Chooses one of the supported revisions: the newest known modern one, otherwise the newest that
 * looks modern, otherwise the newest known legacy one.
 */
export function chooseRevision(supported: readonly string[]): string | undefined {
  const newest = [...supported].sort().reverse();
  const isModern = (revision: string) => traitsOf(revision).era === "modern";
  return (
    newest.find((revision) => revision === latest.modern) ??
    newest.find((revision) => isRevision(revision) && isModern(revision)) ??
    newest.find(isModern) ??
    newest.find(isRevision)
  );
}

/** The agreement with a discovered server, in the chosen revision. */
export function agreementOf(revision: string, result: unknown): Agreement {
  const meta = getOwn(result, "_meta");
  const info = getOwn(meta, "io.modelcontextprotocol/serverInfo") ?? getOwn(result, "serverInfo");
  return readAgreement(revision, result, info);
}
