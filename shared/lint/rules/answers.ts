/** Each request is answered once, under its own id, where it was asked. */
import type { JsonRpcId, MessageHead } from "../../core/jsonRpc.ts";
import { idKey } from "../../log/entry.ts";
import { type Asked, findAsked } from "../conversation.ts";
import type { HeadRule } from "../rule.ts";

/** The id that a message answers, broken or not; undefined where it is no answer. */
export function answeredId(head: MessageHead): JsonRpcId | undefined {
  if (head.kind === "result" || head.kind === "error") return head.id ?? undefined;
  return head.kind === "invalid" && head.method === undefined ? head.id : undefined;
}

export const judgeAnswer: HeadRule = (head, sight) => {
  const { entry, conversation, tell } = sight;
  const id = answeredId(head);
  if (id === undefined || entry.direction !== "in") return;
  const asked = findAsked(conversation, id, entry.exchangeId);
  if (!asked) return tellUnknown(id, sight);
  const { method, revision } = asked;
  const evidence = { id, method, request: asked.seq };
  if (asked.answered) {
    tell({
      code: "second-answer",
      severity: "violation",
      page: "responses",
      revision,
      evidence,
      words: `The request ${JSON.stringify(id)} (${method}) was answered before. A request gets one response; this one was ignored. Send each response once.`,
    });
  } else if (asked.cancelled) {
    tell({
      code: "answer-after-cancel",
      severity: "note",
      page: "cancellation",
      revision,
      evidence,
      words: `The request ${JSON.stringify(id)} (${method}) had been cancelled. Its answer may have been on its way already; it was ignored.`,
    });
  } else {
    judgePlace(asked, id, sight);
  }
};

const tellUnknown = (id: JsonRpcId, { conversation, tell }: Parameters<HeadRule>[1]) => {
  const twin = typeof id === "number" ? String(id) : Number(id);
  const isOfOtherType = id !== "" && conversation.asked.has(idKey(twin));
  tell({
    code: "answer-to-unknown-id",
    severity: conversation.isWhole ? "violation" : "note",
    page: "responses",
    evidence: { id, ...(isOfOtherType ? { asked: twin } : {}) },
    words: isOfOtherType
      ? `No request had the id ${JSON.stringify(id)}, but one had ${JSON.stringify(twin)}: a response repeats the id as it came, its type included.`
      : `No request had the id ${JSON.stringify(id)}, so this response answers nothing and was ignored. A response repeats the id of its request.`,
  });
};

/** Over HTTP the answer comes in the exchange of its request, or in a stream that takes that one up. */
function judgePlace(asked: Asked, id: JsonRpcId, sight: Parameters<HeadRule>[1]) {
  const { entry, exchange, conversation, tell } = sight;
  if (!exchange || entry.exchangeId === asked.exchangeId || conversation.isHttpSse) return;
  if (exchange.resumes) return;
  const { method, revision } = asked;
  const shared = { revision, evidence: { id, method, request: asked.seq } };
  if (exchange.method === "GET") {
    tell({
      ...shared,
      code: "answer-on-listening-stream",
      severity: "violation",
      page: "http-listening",
      words: `The answer to ${JSON.stringify(id)} (${method}) came on the stream of a GET that resumes nothing. Such a stream carries the server's own requests and notifications only; answer in the response to the POST.`,
    });
  } else {
    tell({
      ...shared,
      code: "answer-on-other-stream",
      severity: "warning",
      page: "http-sending",
      words: `The answer to ${JSON.stringify(id)} (${method}) came in the response to another request. A client may be waiting for it in the response to its own POST, and miss it.`,
    });
  }
}
