/** Checks that requests have unique ids and wait until the handshake is complete. */
import { idKey } from "../../log/entry.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import type { HeadRule } from "../rule.ts";

/**
 * Reports ids that are used twice, and requests before the handshake is complete.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/index#requests
 */
export const checkRequest: HeadRule = (head, context) => {
  if (head.kind !== "request") return;
  checkId(head, context);
  checkTime(head, context);
};

type Request = Extract<Parameters<HeadRule>[0], { kind: "request" }>;

/**
 * In the legacy era an id must not be used twice in a session, in the modern era not while a request
 * with it is in flight. Requests from a modern server are reported by the message schemas.
 */
function checkId({ id, method }: Request, context: Parameters<HeadRule>[1]) {
  const { entry, connection, report } = context;
  const isModern = traitsOf(connection.revision).era === "modern";
  if (entry.direction === "in") {
    const before = connection.serverRequests.get(idKey(id));
    if (before === undefined || isModern) return;
    return report({
      code: "request-id-reused",
      severity: "violation",
      page: "requests",
      evidence: { id, method, before, direction: entry.direction },
    });
  }
  const before = connection.requests.get(idKey(id));
  if (!before || (isModern && before.answered) || method === "initialize") return;
  if (before.refused) return;
  report({
    code: "request-id-reused",
    severity: "violation",
    page: "requests",
    evidence: {
      id,
      method,
      before: before.seq,
      direction: entry.direction,
      ...(before.answered ? {} : { unansweredMethod: before.method }),
    },
  });
}

/** Methods that may be called before the handshake is complete. */
const allowedEarly = ["initialize", "ping", "server/discover", "logging/setLevel"];

function checkTime({ method }: Request, context: Parameters<HeadRule>[1]) {
  const { entry, connection, report } = context;
  const { handshake } = connection;
  if (allowedEarly.includes(method) || handshake === "none" || handshake === "done") return;
  if (entry.direction === "out" && handshake === "answered") return;
  report({
    code: "request-before-initialized",
    severity: "warning",
    page: "initialization",
    evidence: { method, direction: entry.direction },
  });
}
