/** Notifications of the modern era come where they were asked for, and only there. */
import { traitsOf } from "../../mcp/revisions.ts";
import type { HeadRule } from "../rule.ts";

/** What belongs to a single request. */
const ofRequest = ["notifications/progress", "notifications/message"];
/** What belongs to a subscription. */
const ofSubscription = [
  "notifications/tools/list_changed",
  "notifications/prompts/list_changed",
  "notifications/resources/list_changed",
  "notifications/resources/updated",
  "notifications/subscriptions/acknowledged",
];

export const judgeNotice: HeadRule = (head, { entry, exchange, conversation, tell }) => {
  if (head.kind !== "notification" || entry.direction !== "in" || !exchange) return;
  if (traitsOf(conversation.revision).era === "legacy") return;
  const { method } = head;
  const asked = [...exchange.asked.values()];
  const isSubscription = asked.some((request) => request.method === "subscriptions/listen");
  const evidence = { method };
  if (ofRequest.includes(method) && isSubscription) {
    tell({
      code: "notice-on-subscription",
      severity: "violation",
      page: "http-receiving",
      evidence,
      words: `${method} belongs to the response of the request that it speaks of; a subscription carries what was subscribed to.`,
    });
  } else if (ofSubscription.includes(method) && !isSubscription) {
    tell({
      code: "change-outside-subscription",
      severity: "violation",
      page: "subscriptions",
      evidence,
      words: `${method} came in the response to ${asked[0]?.method ?? "another request"}. Changes are told to those who ask with subscriptions/listen, on its stream.`,
    });
  } else if (
    method === "notifications/message" &&
    asked.length > 0 &&
    asked.every(({ wantsLog }) => wantsLog === false)
  ) {
    tell({
      code: "log-not-asked-for",
      severity: "violation",
      page: "log-level",
      evidence,
      words:
        "The request did not ask for log messages: it has no io.modelcontextprotocol/logLevel in its _meta. Send none then.",
    });
  }
};
