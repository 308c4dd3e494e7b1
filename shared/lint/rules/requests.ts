/** Requests have ids of their own, and wait for the handshake. */
import { idKey } from "../../log/entry.ts";
import { traitsOf } from "../../mcp/revisions.ts";
import type { HeadRule } from "../rule.ts";

export const judgeRequest: HeadRule = (head, sight) => {
  if (head.kind !== "request") return;
  judgeId(head, sight);
  judgeTime(head, sight);
};

type Request = Extract<Parameters<HeadRule>[0], { kind: "request" }>;

/**
 * In the legacy era no id is used twice in a session, in the modern era not while it is in flight.
 * That a server sends no requests in the modern era is what the check of messages says.
 */
function judgeId({ id, method }: Request, sight: Parameters<HeadRule>[1]) {
  const { entry, conversation, tell } = sight;
  const isModern = traitsOf(conversation.revision).era === "modern";
  if (entry.direction === "in") {
    const before = conversation.serverAsked.get(idKey(id));
    if (before === undefined || isModern) return;
    return tell({
      code: "request-id-reused",
      severity: "violation",
      page: "requests",
      evidence: { id, method, before },
      words: `The server used the id ${JSON.stringify(id)} for an earlier request of this session. Answers cannot be told apart then; take a new id for each request.`,
    });
  }
  const before = conversation.asked.get(idKey(id));
  if (!before || (isModern && before.answered) || method === "initialize") return;
  if (before.refused) return;
  tell({
    code: "request-id-reused",
    severity: "violation",
    page: "requests",
    evidence: { id, method, before: before.seq },
    words: before.answered
      ? `The id ${JSON.stringify(id)} was used before in this session. The server may refuse it, or take it for the same request.`
      : `The id ${JSON.stringify(id)} is still waiting for the answer to ${before.method}. Nobody can tell which request an answer belongs to.`,
  });
}

/** What may be asked before the handshake is over. */
const early = ["initialize", "ping", "server/discover", "logging/setLevel"];

function judgeTime({ method }: Request, sight: Parameters<HeadRule>[1]) {
  const { entry, conversation, tell } = sight;
  const { handshake } = conversation;
  if (early.includes(method) || handshake === "none" || handshake === "done") return;
  if (entry.direction === "out" && handshake === "answered") return;
  tell({
    code: "request-before-initialized",
    severity: "warning",
    page: "initialization",
    evidence: { method },
    words:
      entry.direction === "in"
        ? `The server asked ${method} before the client said notifications/initialized. Until then it should send nothing but pings and log messages.`
        : `${method} was asked before the server answered initialize. Until then only pings should be sent.`,
  });
}
