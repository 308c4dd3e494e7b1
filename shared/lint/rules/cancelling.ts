/** Only requests that the sender made itself are cancelled, and never the handshake. */
import { idKey } from "../../log/entry.ts";
import { traitsOf } from "../../mcp/revisions.ts";
import type { HeadRule } from "../rule.ts";

export const judgeCancelling: HeadRule = (head, { entry, conversation, tell }) => {
  if (head.kind !== "notification" || head.method !== "notifications/cancelled") return;
  const { requestId: id } = head;
  if (id === undefined) return;
  const asked = conversation.asked.get(idKey(id));
  if (entry.direction === "out") {
    if (asked?.method !== "initialize") return;
    return tell({
      code: "cancel-of-initialize",
      severity: "violation",
      page: "cancellation",
      evidence: { id },
      words:
        "The initialize request must not be cancelled. Close the connection to give it up instead.",
    });
  }
  const isModern = traitsOf(conversation.revision).era === "modern";
  const isOwn = isModern
    ? asked?.method === "subscriptions/listen"
    : conversation.serverAsked.has(idKey(id));
  if (isOwn) return;
  tell({
    code: "cancel-of-unknown-request",
    severity: conversation.isWhole ? "violation" : "note",
    page: "cancellation",
    evidence: { id },
    words: isModern
      ? `The server cancelled ${JSON.stringify(id)}, which is no subscription. In this revision it may end subscriptions so, and nothing else.`
      : `The server cancelled ${JSON.stringify(id)}, which is no request of its own. Each side cancels only what it asked itself.`,
  });
};
