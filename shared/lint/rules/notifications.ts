/** Checks that notifications of the modern era arrive only on the stream that asked for them. */
import { traitsOf } from "../../protocol/revisions.ts";
import type { HeadRule } from "../rule.ts";

const ofRequest = ["notifications/progress", "notifications/message"];
const ofSubscription = [
  "notifications/tools/list_changed",
  "notifications/prompts/list_changed",
  "notifications/resources/list_changed",
  "notifications/resources/updated",
  "notifications/subscriptions/acknowledged",
];

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions */
export const checkNotification: HeadRule = (head, { entry, exchange, connection, report }) => {
  if (head.kind !== "notification" || entry.direction !== "in" || !exchange) return;
  if (traitsOf(connection.revision).era === "legacy") return;
  const { method } = head;
  const requests = [...exchange.requests.values()];
  const isSubscription = requests.some((request) => request.method === "subscriptions/listen");
  const evidence = { method };
  if (ofRequest.includes(method) && isSubscription) {
    report({
      code: "notice-on-subscription",
      severity: "violation",
      page: "http-receiving",
      evidence,
    });
  } else if (ofSubscription.includes(method) && !isSubscription) {
    report({
      code: "change-outside-subscription",
      severity: "violation",
      page: "subscriptions",
      evidence: { method, ...(requests[0] ? { answeredMethod: requests[0].method } : {}) },
    });
  } else if (
    method === "notifications/message" &&
    requests.length > 0 &&
    requests.every(({ wantsLog }) => wantsLog === false)
  ) {
    report({
      code: "log-not-asked-for",
      severity: "violation",
      page: "log-level",
      evidence,
    });
  }
};
