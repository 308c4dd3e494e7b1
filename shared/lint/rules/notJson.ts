/** What ought to be a message is JSON. */
import type { HeadRule } from "../rule.ts";

export const judgeJson: HeadRule = (head, { entry, tell }) => {
  if (head.kind !== "invalid" || head.reason !== "not-json") return;
  if (entry.direction === "out") {
    return tell({
      code: "not-json",
      severity: "violation",
      page: "encoding",
      words: "What was sent is not JSON. The server can only refuse it.",
    });
  }
  const isStdio = entry.carrier === "stdio";
  tell({
    code: "not-json",
    severity: "violation",
    page: isStdio ? "stdio" : "http-sending",
    words: isStdio
      ? "The server wrote a line to its standard output that is not JSON. That channel is for messages alone; write logs to the standard error."
      : "What should be a message is not JSON, so nobody can read it as one. It may have been cut off, or made by hand.",
  });
};
