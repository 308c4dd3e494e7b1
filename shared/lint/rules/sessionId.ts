/** A session's id is made of visible ASCII, given once, and unknown to the modern era. */
import { findHeader } from "../../core/headers.ts";
import { traitsOf } from "../../mcp/revisions.ts";
import type { EntryRule } from "../rule.ts";

/** Its value is a secret: it stands in no evidence and in no words. */
export const judgeSessionId: EntryRule = ({ entry, exchange, conversation, tell }) => {
  if (entry.kind !== "http-response") return;
  const id = sessionIdIn(entry.http.headers);
  if (id === undefined) return;
  const asked = [...(exchange?.asked.values() ?? [])];
  if (asked.some(({ revision }) => traitsOf(revision).era === "modern")) {
    return tell({
      code: "session-in-modern-era",
      severity: "note",
      page: "http-session",
      words:
        "The server gave a session id. This revision has no sessions; the id is not sent back.",
    });
  }
  const at = [...id].findIndex((character) => character < "!" || character > "~");
  if (at >= 0 || id === "") {
    tell({
      code: "session-id-not-visible-ascii",
      severity: "violation",
      page: "http-session",
      evidence: id === "" ? { length: 0 } : { position: at },
      words: `The session id ${id === "" ? "is empty" : `has a character at position ${at} that is not visible ASCII (0x21 to 0x7E)`}. It may not survive the way back in a header.`,
    });
  }
  const isNew = asked.some(({ method }) => method === "initialize");
  if (!isNew && conversation.sessionId !== undefined && conversation.sessionId !== id) {
    tell({
      code: "session-id-changed",
      severity: "warning",
      page: "http-session",
      words:
        "The server gave another session id in the midst of the session. Ids are given with the answer to initialize; this one is not taken over.",
    });
  }
};

export function sessionIdIn(headers: readonly (readonly [string, string])[]): string | undefined {
  return findHeader(headers, "mcp-session-id");
}
