/** Nothing follows the last answer of a stream, the end of a connection, or the middle of a line. */
import type { EntryRule } from "../rule.ts";
import { answeredId } from "./answers.ts";

export const judgeLateness: EntryRule = ({ entry, exchange, conversation, tell }) => {
  if (entry.direction !== "in") return;
  if (entry.kind === "frame" && entry.carrier === "stdio" && entry.holds === "rest") {
    tell({
      code: "line-never-ended",
      severity: "warning",
      page: "stdio",
      words:
        "The output ended in the middle of a line, which therefore does not count. End each message with a newline, the last one too.",
    });
  }
  if (entry.kind !== "message") return;
  if (conversation.isClosed) {
    return tell({
      code: "message-after-close",
      severity: "note",
      page: "responses",
      words: "This came after the connection was closed; nobody listens any more.",
    });
  }
  const isOver = exchange?.answeredAt !== undefined && exchange.method === "POST";
  if (!isOver || entry.heads.some((head) => answeredId(head) !== undefined)) return;
  tell({
    code: "message-after-answer",
    severity: "warning",
    page: "http-receiving",
    words:
      "This came after everything asked in the stream was answered. The last answer should end the stream; clients may have stopped listening.",
  });
};
