/** Words for events: what came, what was refused, and where deliveries go. */
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { EventRow, FeedState } from "../../../shared/events/eventFeed.ts";
import type { DeliveryRefusal, ReceiverCode } from "../../../shared/relay/frames/webhookFrames.ts";
import { failureText } from "../../messages/failureMessages.ts";
import { formatCount } from "../../messages/quantities.ts";
import type { ReceiverState } from "../store/eventFeeds.ts";

export const rowKindTexts: Readonly<Record<EventRow["kind"], string>> = {
  event: "event",
  active: "active",
  gap: "events were skipped",
  heartbeat: "heartbeat",
  error: "error",
  terminated: "ended by the server",
  other: "message",
};

/** What the last request had instead of a result. */
export function refusedText({ method, outcome }: NonNullable<FeedState["refused"]>): string {
  switch (outcome.kind) {
    case "error":
      return `${method}: ${outcome.error.code} ${escapeHidden(outcome.error.message, 200)}`;
    case "failed":
      return `${method}: ${failureText(outcome.failure).what}.`;
    case "cancelled":
      return `${method} was cancelled.`;
  }
}

/** What the last poll had. */
export function polledText({
  count,
  hasMore,
  nextPollMs,
}: NonNullable<FeedState["polled"]>): string {
  const events = count === 0 ? "No new events" : formatCount(count, "event");
  if (hasMore) return `${events}, and there are more: poll again.`;
  const seconds = nextPollMs === undefined ? undefined : Math.ceil(nextPollMs / 1000);
  return seconds === undefined
    ? `${events}.`
    : `${events}. The server asks to poll again after ${formatCount(seconds, "second")}.`;
}

const endTexts: Readonly<Record<ReceiverCode, string>> = {
  "too-many": "The relay has as many receivers as it permits.",
  "bad-secret": "The relay refused the secret.",
  expired: "The receiver has expired.",
};

/** Where deliveries are received, or why not. */
export function receiverText(receiver: ReceiverState): string | undefined {
  switch (receiver.kind) {
    case "closed":
      return undefined;
    case "opening":
      return "Opening a receiver at the relay…";
    case "open":
      return receiver.isLocal
        ? "Only servers on the machine of the relay reach this address, and the draft requires https: for others, enter the address of a proxy or tunnel that leads here."
        : "The relay checks the signature of each delivery, and shows it here.";
    case "ended":
      return typeof receiver.reason === "string"
        ? endTexts[receiver.reason]
        : `There is no receiver: ${failureText(receiver.reason).what}.`;
  }
}

const refusalTexts: Readonly<Record<DeliveryRefusal, string>> = {
  "header-missing": "without the headers of a signature",
  "not-fresh": "more than five minutes old, or dated in the future",
  "wrong-signature": "with a wrong signature",
  "too-large": "too large",
  "not-json": "without a JSON object",
};

export function deliveryRefusalText(code: DeliveryRefusal, count: number): string {
  return `${formatCount(count, "delivery", "deliveries")} refused: ${refusalTexts[code]}`;
}
