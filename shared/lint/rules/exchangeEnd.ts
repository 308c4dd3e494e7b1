/** An exchange ends with everything answered that was asked in it. */
import { type Asked, type Exchange, unansweredIn } from "../conversation.ts";
import type { EntryRule, RuleContext } from "../rule.ts";
import { mediaType } from "./httpResponse.ts";

/** Milliseconds that a stream may stay open after its last answer before that is worth a word. */
const patienceMs = 1000;

export const judgeExchangeEnd: EntryRule = (sight) => {
  const { entry, exchange, conversation, tell } = sight;
  if (entry.kind !== "http-end" || !exchange?.response) return;
  if (exchange.rest !== undefined && entry.outcome !== "aborted") tellRest(exchange.rest, sight);
  if (conversation.isHttpSse) return;
  const [waiting] = unansweredIn(exchange);
  if (!waiting) return judgeClosing(exchange, sight);
  if (waiting.method === "subscriptions/listen") return judgeSubscriptionEnd(waiting, sight);
  const { method, revision } = waiting;
  const shared = { revision, evidence: { method, request: waiting.seq } };
  const isStream = mediaType(exchange.response.head) === "text/event-stream";
  if (entry.outcome === "failed") {
    tell({
      ...shared,
      code: "stream-broken",
      severity: "warning",
      page: isStream ? "http-receiving" : "http-sending",
      words: `The connection broke before ${method} was answered: ${entry.reason ?? "no reason given"}. The server may have crashed, or the network or a proxy cut it off.`,
    });
  } else if (entry.outcome === "aborted") {
    const ms = Math.round(entry.at - waiting.at);
    tell({
      ...shared,
      evidence: { ...shared.evidence, ms },
      code: "given-up",
      severity: "note",
      page: "cancellation",
      words: `${method} had no answer after ${ms} ms, when this side gave it up.`,
    });
  } else if (isStream) {
    judgeStreamEnd(exchange, waiting, sight);
  } else if (exchange.frames === 0 && promisesBody(exchange)) {
    tell({
      ...shared,
      code: "empty-answer",
      severity: "violation",
      page: "http-sending",
      words: `${method} was answered with an empty body. A request is answered with a JSON object or an event stream.`,
    });
  }
};

function judgeStreamEnd(
  exchange: Exchange,
  { method, revision, seq }: Asked,
  { tell }: RuleContext,
) {
  if (exchange.hasEventId) return;
  tell({
    code: "stream-without-answer",
    severity: "warning",
    page: "http-receiving",
    revision,
    evidence: { method, request: seq },
    words: `The stream ended without the answer to ${method}, and its events had no ids by which to take it up again: the request is lost. Send the response before closing the stream.`,
  });
}

/** A subscription ends without an answer whenever the client no longer wants it. */
function judgeSubscriptionEnd({ revision, seq }: Asked, { entry, tell }: RuleContext) {
  if (entry.kind !== "http-end" || entry.outcome === "aborted") return;
  tell({
    code: "subscription-ended-silently",
    severity: "note",
    page: "subscriptions",
    revision,
    evidence: { request: seq },
    words:
      "The subscription's stream ended without a word. A server that ends one on purpose answers the request first.",
  });
}

/** A stream of which everything was answered is closed by the server. */
function judgeClosing(exchange: Exchange, { entry, tell }: RuleContext) {
  const { answeredAt, asked } = exchange;
  if (entry.kind !== "http-end" || entry.outcome !== "aborted") return;
  if (answeredAt === undefined || entry.at - answeredAt < patienceMs) return;
  tell({
    code: "stream-left-open",
    severity: "warning",
    page: "http-receiving",
    evidence: { request: [...asked.values()][0]?.seq, ms: Math.round(entry.at - answeredAt) },
    words:
      "The stream stayed open after everything in it was answered. The server should close it: a browser has only six connections to a server.",
  });
}

function tellRest(seq: number, { tell }: RuleContext) {
  tell({
    seq,
    code: "event-never-ended",
    severity: "warning",
    page: "event-stream",
    words:
      "The stream ended in the middle of an event, which therefore does not count. End each event with a blank line, the last one too.",
  });
}

function promisesBody({ response }: Exchange): boolean {
  const status = response?.head.status ?? 0;
  return status >= 200 && status < 300 && status !== 202;
}
