/** Progress is reported of requests that asked for it, while they last, and only forwards. */
import { idKey } from "../../log/entry.ts";
import type { HeadRule } from "../rule.ts";

export const judgeProgress: HeadRule = (head, sight) => {
  const { entry, conversation, tell } = sight;
  if (head.kind !== "notification" || head.method !== "notifications/progress") return;
  const { progressToken: token, progress } = head;
  if (entry.direction !== "in" || token === undefined) return;
  const known = conversation.progress.get(idKey(token));
  if (!known) {
    return tell({
      code: "progress-for-unknown-token",
      severity: conversation.isWhole ? "violation" : "note",
      page: "progress-tokens",
      evidence: { token },
      words: `No request named the progress token ${JSON.stringify(token)}. Report progress only for the token in the _meta of a request, and as it came.`,
    });
  }
  const { asked, last } = known;
  const evidence = { token, method: asked.method, request: asked.seq };
  if (asked.answered) {
    const mayBeTask = asked.method === "tools/call" && asked.revision >= "2025-11-25";
    return tell({
      code: "progress-after-answer",
      severity: mayBeTask ? "note" : "violation",
      page: "progress-tokens",
      evidence,
      words: `The request of this progress (${asked.method}) has been answered${mayBeTask ? "; only a task goes on from there" : ""}. Progress stops with the answer.`,
    });
  }
  if (last !== undefined && progress !== undefined && progress <= last) {
    tell({
      code: "progress-not-increasing",
      severity: "violation",
      page: "progress",
      evidence: { ...evidence, last, progress },
      words: `The progress went from ${last} to ${progress}. It must increase with each report, also when the total is unknown.`,
    });
  }
};
