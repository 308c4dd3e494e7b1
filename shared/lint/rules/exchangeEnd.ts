/** Checks that every request of an HTTP exchange is answered when the exchange ends. */
import { longLivedMethods } from "../../protocol/drafts/longLivedMethods.ts";
import { type CheckedHttpExchange, type TrackedRequest, unansweredIn } from "../connectionState.ts";
import type { EntryRule, RuleContext } from "../rule.ts";
import { mediaType } from "./httpResponse.ts";

/** Milliseconds that a stream may stay open after its last answer before this is reported. */
const graceMs = 1000;

/**
 * Reports exchanges that end without an answer: broken off, given up, empty, or not resumable.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export const checkExchangeEnd: EntryRule = (context) => {
  const { entry, exchange, connection, report } = context;
  if (entry.kind !== "http-end" || !exchange?.response) return;
  if (exchange.rest !== undefined && entry.outcome !== "aborted")
    reportUnfinishedEvent(exchange.rest, context);
  if (connection.isHttpSse) return;
  const [waiting] = unansweredIn(exchange);
  if (!waiting) return checkClosing(exchange, context);
  const { method, revision } = waiting;
  // the client ends such a stream by aborting it, and gets no answer
  if (longLivedMethods.has(method) && entry.outcome === "aborted") return;
  if (method === "subscriptions/listen") return checkSubscriptionEnd(waiting, context);
  const shared = { revision, evidence: { method, request: waiting.seq } };
  const isStream = mediaType(exchange.response.head) === "text/event-stream";
  if (entry.outcome === "failed") {
    report({
      ...shared,
      code: "stream-broken",
      severity: "warning",
      evidence: {
        ...shared.evidence,
        ...(entry.reason ? { reason: entry.reason } : {}),
        ...(entry.code === "too-large" ? { limit: entry.limit } : {}),
      },
      page: isStream ? "http-receiving" : "http-sending",
    });
  } else if (entry.outcome === "aborted") {
    const ms = Math.round(entry.at - waiting.at);
    report({
      ...shared,
      evidence: { ...shared.evidence, ms },
      code: "given-up",
      severity: "note",
      page: "cancellation",
    });
  } else if (isStream) {
    checkStreamEnd(exchange, waiting, context);
  } else if (exchange.frames === 0 && requiresBody(exchange)) {
    report({
      ...shared,
      code: "empty-answer",
      severity: "violation",
      page: "http-sending",
    });
  }
};

function checkStreamEnd(
  exchange: CheckedHttpExchange,
  { method, revision, seq }: TrackedRequest,
  { report }: RuleContext,
) {
  if (exchange.hasEventId) return;
  report({
    code: "stream-without-answer",
    severity: "warning",
    page: "http-receiving",
    revision,
    evidence: { method, request: seq },
  });
}

function checkSubscriptionEnd({ revision, seq }: TrackedRequest, { report }: RuleContext) {
  report({
    code: "subscription-ended-silently",
    severity: "note",
    page: "subscriptions",
    revision,
    evidence: { request: seq },
  });
}

/** The server closes a stream once every request in it is answered. */
function checkClosing(exchange: CheckedHttpExchange, { entry, report }: RuleContext) {
  const { answeredAt, requests } = exchange;
  if (entry.kind !== "http-end" || entry.outcome !== "aborted") return;
  if (answeredAt === undefined || entry.at - answeredAt < graceMs) return;
  report({
    code: "stream-left-open",
    severity: "warning",
    page: "http-receiving",
    evidence: { request: [...requests.values()][0]?.seq, ms: Math.round(entry.at - answeredAt) },
  });
}

function reportUnfinishedEvent(seq: number, { report }: RuleContext) {
  report({
    seq,
    code: "event-never-ended",
    severity: "warning",
    page: "event-stream",
    evidence: {},
  });
}

function requiresBody({ response }: CheckedHttpExchange): boolean {
  const status = response?.head.status ?? 0;
  return status >= 200 && status < 300 && status !== 202;
}
