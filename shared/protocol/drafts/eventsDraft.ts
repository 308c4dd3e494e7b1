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
  | "event-delivery"
  | "eventoccurrence-schema"
  | "listing-available-events"
  | "poll-based-delivery";

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

export const pollEventsMethod = "events/poll";

/** Creates the subscription of a webhook, or renews it. */
export const subscribeEventsMethod = "events/subscribe";

export const unsubscribeEventsMethod = "events/unsubscribe";

/** Methods that wait for no event. */
export const shortEventMethods = [
  listEventsMethod,
  pollEventsMethod,
  subscribeEventsMethod,
  unsubscribeEventsMethod,
] as const;

/** How the methods of the notifications begin that belong to a stream or to the list of types. */
export const eventNotificationPrefix = "notifications/events/";

/** The error of a server that does not have the type or the subscription. */
export const eventNotFoundCode = -32011;

/** The member of `_meta` that names the request to which a notification belongs. */
export const subscriptionIdKey = "io.modelcontextprotocol/subscriptionId";

/** How a server delivers the events of a type, by the words of its list. */
export const eventDeliveries = ["poll", "push", "webhook"] as const;

/** Whether the capabilities of a server have events. */
export const declaresEvents = (capabilities: unknown): boolean =>
  isJsonObject(getOwn(capabilities, "events"));
