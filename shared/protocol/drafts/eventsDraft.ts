/** Names of the draft of events, which no revision of the protocol has. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject } from "../../core/json/jsonObject.ts";

/** The design sketch that this program follows: the date it carries, and its commit. */
export const eventsDraft = {
  date: "2026-02-19",
  commit: "082166f0bae5f93d19f8803f3c0e5cbe92322c69",
} as const;

export type EventsDraftSection =
  | "cursor-lifecycle"
  | "error-codes"
  | "event-delivery"
  | "eventoccurrence-schema"
  | "lifecycle"
  | "listing-available-events"
  | "poll-based-delivery"
  | "response-1"
  | "subscribing-eventssubscribe"
  | "webhook-event-delivery"
  | "webhook-security";

/**
 * The address of a section of the design sketch.
 * @param section the anchor of its heading
 */
export function eventsDraftUrl(section: EventsDraftSection): string {
  return `https://github.com/modelcontextprotocol/experimental-ext-triggers-events/blob/${eventsDraft.commit}/docs/design-sketch-proposal.md#${section}`;
}

export const listEventsMethod = "events/list";

/** The request that stays open while events come. */
export const streamEventsMethod = "events/stream";

/** Methods that wait for no event. */
export const shortEventMethods = [
  listEventsMethod,
  "events/poll",
  "events/subscribe",
  "events/unsubscribe",
] as const;

/** The member of `_meta` that names the request to which a notification belongs. */
export const subscriptionIdKey = "io.modelcontextprotocol/subscriptionId";

/** How a server delivers the events of a type, by the words of its list. */
export const eventDeliveries = ["poll", "push", "webhook"] as const;

/** Whether the capabilities of a server have events. */
export const declaresEvents = (capabilities: unknown): boolean =>
  isJsonObject(getOwn(capabilities, "events"));
