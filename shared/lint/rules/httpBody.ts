/** The body of a response is of the type that its header says, and is there only where it may be. */
import type { EntryRule } from "../rule.ts";
import { mediaType } from "./httpResponse.ts";

export const judgeBody: EntryRule = ({ entry, exchange, conversation, tell }) => {
  if ((entry.kind !== "message" && entry.kind !== "frame") || entry.direction !== "in") return;
  const head = exchange?.response?.head;
  if (!exchange || !head || exchange.frames > 1 || conversation.isHttpSse) return;
  if (head.status === 202) {
    return tell({
      code: "body-with-202",
      severity: "violation",
      page: "http-sending",
      words: "A response with 202 Accepted has no body. What stands in this one is ignored.",
    });
  }
  const type = mediaType(head);
  const isRight = type === "application/json" || type === "text/event-stream";
  const isAnswer = exchange.method === "POST" && head.status >= 200 && head.status < 300;
  if (isRight || !isAnswer) return;
  const evidence = { contentType: type, status: head.status };
  if (entry.kind === "message") {
    tell({
      code: "wrong-content-type",
      severity: "violation",
      page: "http-sending",
      evidence,
      words: `The message came as ${type || "no type at all"}. A client may refuse it: the Content-Type must be application/json or text/event-stream.`,
    });
  } else {
    tell({
      code: "not-mcp",
      severity: "violation",
      page: "http-sending",
      evidence,
      words: `The answer is no message but ${type === "text/html" ? "a web page" : type || "something without a type"}, with the status ${head.status}. Is this the address of the MCP endpoint, or does something in between (a login, a proxy) answer for it?`,
    });
  }
};
