/** Checks that a session id is visible ASCII, assigned once, and absent in the modern era. */

import { maskCharacters } from "../../log/mask.ts";
import { findHeader } from "../../protocol/headers.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import type { EntryRule } from "../rule.ts";

/**
 * The id is a secret, so it never becomes evidence.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export const checkSessionId: EntryRule = ({ entry, exchange, connection, report }) => {
  if (entry.kind !== "http-response") return;
  const id = sessionIdIn(entry.http.headers);
  if (id === undefined) return;
  const requests = [...(exchange?.requests.values() ?? [])];
  if (requests.some(({ revision }) => traitsOf(revision).era === "modern")) {
    return report({
      code: "session-in-modern-era",
      severity: "note",
      page: "http-session",
      evidence: {},
    });
  }
  // a restored log has no session ids
  if (id.includes(maskCharacters)) return;
  const at = [...id].findIndex((character) => character < "!" || character > "~");
  if (at >= 0 || id === "") {
    report({
      code: "session-id-not-visible-ascii",
      severity: "violation",
      page: "http-session",
      evidence: { position: id === "" ? undefined : at },
    });
  }
  const isNew = requests.some(({ method }) => method === "initialize");
  if (!isNew && connection.sessionId !== undefined && connection.sessionId !== id) {
    report({
      code: "session-id-changed",
      severity: "warning",
      page: "http-session",
      evidence: {},
    });
  }
};

/** The `Mcp-Session-Id` header; undefined if there is none. */
export function sessionIdIn(headers: readonly (readonly [string, string])[]): string | undefined {
  return findHeader(headers, "mcp-session-id");
}
