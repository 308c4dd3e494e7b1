/** Checks that each side cancels only its own requests, and never `initialize`. */
import { idKey } from "../../log/entry.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import type { HeadRule } from "../rule.ts";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation */
export const checkCancellation: HeadRule = (head, { entry, connection, report }) => {
  if (head.kind !== "notification" || head.method !== "notifications/cancelled") return;
  const { requestId: id } = head;
  if (id === undefined) return;
  const request = connection.requests.get(idKey(id));
  if (entry.direction === "out") {
    if (request?.method !== "initialize") return;
    return report({
      code: "cancel-of-initialize",
      severity: "violation",
      page: "cancellation",
      evidence: { id },
    });
  }
  const isModern = traitsOf(connection.revision).era === "modern";
  const isOwn = isModern
    ? request?.method === "subscriptions/listen"
    : connection.serverRequests.has(idKey(id));
  if (isOwn) return;
  report({
    code: "cancel-of-unknown-request",
    severity: connection.isWhole ? "violation" : "note",
    page: "cancellation",
    evidence: { id, era: isModern ? "modern" : "legacy" },
  });
};
