/** States a finding about events in one or two sentences. */
import { countText } from "../../core/countText.ts";
import type { EventFindingCode, KnownEventFinding } from "../../events/eventFinding.ts";

type EventFindingTexts = {
  readonly [Code in EventFindingCode]: (evidence: KnownEventFinding<Code>["evidence"]) => string;
};

const named = (eventId: string) => (eventId === "" ? "An event without id" : `Event ${eventId}`);

const texts: EventFindingTexts = {
  "event-answer-invalid": ({ method, member }) =>
    `The answer to ${method} has no "${member}" of the type that the draft requires.`,
  "event-cursor-mixed": ({ name }) =>
    `Events of ${name} come with a cursor and with null. A type should have one or the other: clients decide once whether they can continue after a gap.`,
  "event-cursor-stuck": ({ cursor }) =>
    `The answer says that there is more, and has the cursor ${cursor} of the request. A client that polls again at once never stops.`,
  "event-invalid": ({ eventId, member }) =>
    `${named(eventId)} has no "${member}" of the type that the draft requires.`,
  "event-name-differs": ({ eventId, asked, name }) =>
    `${named(eventId)} is of the type ${name}, and ${asked} was asked for.`,
  "event-not-from-now": ({ count }) =>
    `The poll had the cursor null, which means from now, and was answered with ${countText(count, "earlier event")}.`,
  "event-out-of-order": ({ eventId, timestamp, before }) =>
    `${named(eventId)} happened at ${timestamp}, before one that came earlier (${before}). The draft does not promise an order.`,
  "event-repeated": ({ eventId }) =>
    `${named(eventId)} came before. Clients must not act on it twice.`,
  "event-type-invalid": ({ name, member }) =>
    `The event type ${name || "without name"} has no valid "${member}".`,
  "event-without-subscription": ({ method }) =>
    `${method} names no open events/stream in _meta, so a client cannot tell to which stream it belongs.`,
};

export function isEventFinding<Found extends { readonly code: string }>(
  found: Found,
): found is Extract<Found, { readonly code: EventFindingCode }> {
  return Object.hasOwn(texts, found.code);
}

/** The text of a finding about events. */
export function eventFindingText<Code extends EventFindingCode>({
  code,
  evidence,
}: KnownEventFinding<Code>): string {
  return texts[code](evidence);
}
