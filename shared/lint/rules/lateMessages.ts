/** Checks that nothing follows the last answer of a stream or the end of a connection, and that lines end. */
import type { EntryRule } from "../rule.ts";
import { answeredId } from "./answerRules.ts";

/**
 * Reports messages after the last answer of a response, requests and answers after the connection's
 * end, and unfinished lines.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export const checkLateMessage: EntryRule = ({ entry, exchange, connection, report }) => {
  if (entry.direction !== "in") return;
  if (entry.kind === "frame" && entry.carrier === "stdio" && entry.holds === "rest") {
    report({
      code: "line-never-ended",
      severity: "warning",
      page: "stdio",
      evidence: {},
    });
  }
  if (entry.kind !== "message") return;
  if (connection.isClosed) {
    // servers report what they do while they shut down
    if (entry.heads.every(({ kind }) => kind === "notification")) return;
    return report({
      code: "message-after-close",
      severity: "note",
      page: "responses",
      evidence: {},
    });
  }
  const isOver = exchange?.answeredAt !== undefined && exchange.method === "POST";
  if (!isOver || entry.heads.some((head) => answeredId(head) !== undefined)) return;
  report({
    code: "message-after-answer",
    severity: "warning",
    page: "http-receiving",
    evidence: {},
  });
};
