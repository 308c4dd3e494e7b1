/** Checks that each request is answered once, under its own id and on its own stream. */

import { idKey } from "../../log/entry.ts";
import type { JsonRpcId, MessageHead } from "../../protocol/jsonRpc.ts";
import { findRequest, type TrackedRequest } from "../connectionState.ts";
import type { HeadRule } from "../rule.ts";

/** The id that a message answers, valid or not; undefined if the message is not an answer. */
export function answeredId(head: MessageHead): JsonRpcId | undefined {
  if (head.kind === "result" || head.kind === "error") return head.id ?? undefined;
  return head.kind === "invalid" && head.method === undefined ? head.id : undefined;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic#responses */
export const checkAnswer: HeadRule = (head, context) => {
  const { entry, connection, report } = context;
  const id = answeredId(head);
  if (id === undefined || entry.direction !== "in") return;
  const request = findRequest(connection, id, entry.exchangeId);
  if (!request) return reportUnknownId(id, context);
  const { method, revision } = request;
  const evidence = { id, method, request: request.seq };
  if (request.answered) {
    report({
      code: "second-answer",
      severity: "violation",
      page: "responses",
      revision,
      evidence,
    });
  } else if (request.cancelled) {
    report({
      code: "answer-after-cancel",
      severity: "note",
      page: "cancellation",
      revision,
      evidence,
    });
  } else {
    checkPlace(request, id, context);
  }
};

const reportUnknownId = (id: JsonRpcId, { connection, report }: Parameters<HeadRule>[1]) => {
  // the same id as the other JSON type: 1 and "1" are different ids
  const otherId = typeof id === "number" ? String(id) : Number(id);
  const isOfOtherType = id !== "" && connection.requests.has(idKey(otherId));
  report({
    code: "answer-to-unknown-id",
    severity: connection.isWhole ? "violation" : "note",
    page: "responses",
    evidence: { id, ...(isOfOtherType ? { asked: otherId } : {}) },
  });
};

/** Over HTTP the answer arrives in the exchange of its request, or on a stream that resumes it. */
function checkPlace(request: TrackedRequest, id: JsonRpcId, context: Parameters<HeadRule>[1]) {
  const { entry, exchange, connection, report } = context;
  if (!exchange || entry.exchangeId === request.exchangeId || connection.isHttpSse) return;
  if (exchange.resumes) return;
  const { method, revision } = request;
  const shared = { revision, evidence: { id, method, request: request.seq } };
  if (exchange.method === "GET") {
    report({
      ...shared,
      code: "answer-on-listening-stream",
      severity: "violation",
      page: "http-listening",
    });
  } else {
    report({
      ...shared,
      code: "answer-on-other-stream",
      severity: "warning",
      page: "http-sending",
    });
  }
}
