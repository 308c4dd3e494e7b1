/** Checks that a response has a body only where one is allowed, and of a type the protocol uses. */
import type { EntryRule } from "../rule.ts";
import { mediaType } from "./httpResponse.ts";

/**
 * Reports a body with 202, and answers that are neither JSON nor an event stream.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export const checkBody: EntryRule = ({ entry, exchange, connection, report }) => {
  if ((entry.kind !== "message" && entry.kind !== "frame") || entry.direction !== "in") return;
  const head = exchange?.response?.head;
  if (!exchange || !head || exchange.frames > 1 || connection.isHttpSse) return;
  if (head.status === 202) {
    return report({
      code: "body-with-202",
      severity: "violation",
      page: "http-sending",
      evidence: {},
    });
  }
  const type = mediaType(head);
  const isRight = type === "application/json" || type === "text/event-stream";
  const isAnswer = exchange.method === "POST" && head.status >= 200 && head.status < 300;
  if (isRight || !isAnswer) return;
  const evidence = { contentType: type, status: head.status };
  if (entry.kind === "message") {
    report({
      code: "wrong-content-type",
      severity: "violation",
      page: "http-sending",
      evidence,
    });
  } else {
    report({
      code: "not-mcp",
      severity: "violation",
      page: "http-sending",
      evidence,
    });
  }
};
