/** Checks that progress belongs to an unanswered request that asked for it, and always increases. */
import { idKey } from "../../log/entry.ts";
import type { HeadRule } from "../rule.ts";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress */
export const checkProgress: HeadRule = (head, context) => {
  const { entry, connection, report } = context;
  if (head.kind !== "notification" || head.method !== "notifications/progress") return;
  const { progressToken: token, progress } = head;
  if (entry.direction !== "in" || token === undefined) return;
  const known = connection.progress.get(idKey(token));
  if (!known) {
    return report({
      code: "progress-for-unknown-token",
      severity: connection.isWhole ? "violation" : "note",
      page: "progress-tokens",
      evidence: { token },
    });
  }
  const { request, last } = known;
  const evidence = { token, method: request.method, request: request.seq };
  if (request.answered) {
    const mayBeTask = request.method === "tools/call" && request.revision >= "2025-11-25";
    return report({
      code: "progress-after-answer",
      severity: mayBeTask ? "note" : "violation",
      page: "progress-tokens",
      evidence: { ...evidence, mayBeTask },
    });
  }
  if (last !== undefined && progress !== undefined && progress <= last) {
    report({
      code: "progress-not-increasing",
      severity: "violation",
      page: "progress",
      evidence: { ...evidence, last, progress },
    });
  }
};
