/** Checks what a server sends of events: each event, their order, duplicates, and answers to polls. */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";
import { eventDeliveries } from "../protocol/drafts/eventsDraft.ts";
import { type EventFinding, eventFinding } from "./eventFinding.ts";

/** Findings about one answer. */
const maxFindings = 100;

/** Ids that are remembered to find duplicates. */
const maxIds = 10_000;

/** Characters of an id that are compared. */
const maxIdLength = 1000;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Checks the types of an answer to `events/list`. */
export function checkEventTypes(result: unknown): readonly EventFinding[] {
  const types = getOwn(result, "events");
  if (!Array.isArray(types)) {
    return [
      eventFinding("event-answer-invalid", { method: "events/list", member: "events" }, "/events"),
    ];
  }
  const findings = types.slice(0, maxFindings).flatMap((type, at) => {
    const name = textOf(getOwn(type, "name"));
    const delivery = getOwn(type, "delivery");
    const isDelivered =
      Array.isArray(delivery) &&
      delivery.length > 0 &&
      delivery.every((mode) => eventDeliveries.includes(mode));
    const wrong = [
      ...(name === "" ? ["name"] : []),
      ...(isDelivered ? [] : ["delivery"]),
      ...["inputSchema", "payloadSchema"].filter((member) => {
        const schema = getOwn(type, member);
        return schema !== undefined && !isJsonObject(schema);
      }),
    ];
    return wrong.map((member) =>
      eventFinding("event-type-invalid", { name, member }, `/events/${at}`),
    );
  });
  return findings.slice(0, maxFindings);
}

/** What an answer to `events/poll` says, read tolerantly. */
export interface PollAnswer {
  readonly events: readonly unknown[];
  /** Null if the type has no replay; undefined if the answer has none. */
  readonly cursor: string | null | undefined;
  readonly isTruncated: boolean;
  readonly hasMore: boolean;
  /** Milliseconds. */
  readonly nextPollMs: number | undefined;
}

export function readPollAnswer(result: unknown): PollAnswer {
  const events = getOwn(result, "events");
  const nextPollMs = getOwn(result, "nextPollMs");
  return {
    events: Array.isArray(events) ? events : [],
    cursor: cursorOf(result),
    isTruncated: getOwn(result, "truncated") === true,
    hasMore: getOwn(result, "hasMore") === true,
    nextPollMs: typeof nextPollMs === "number" && nextPollMs >= 0 ? nextPollMs : undefined,
  };
}

/** The cursor that a value carries; undefined if it has none, or one of another type. */
export function cursorOf(value: unknown): string | null | undefined {
  const cursor = getOwn(value, "cursor");
  return typeof cursor === "string" || cursor === null ? cursor : undefined;
}

/** Checks an answer to `events/poll` without its events. */
export function checkPollAnswer(result: unknown): readonly EventFinding[] {
  const types: Readonly<Record<string, (value: unknown) => boolean>> = {
    events: Array.isArray,
    cursor: (value) => typeof value === "string" || value === null,
    truncated: (value) => value === undefined || typeof value === "boolean",
    hasMore: (value) => value === undefined || typeof value === "boolean",
    nextPollMs: (value) => value === undefined || (typeof value === "number" && value >= 0),
  };
  return Object.entries(types)
    .filter(([member, fits]) => !fits(getOwn(result, member)))
    .map(([member]) =>
      eventFinding("event-answer-invalid", { method: "events/poll", member }, `/${member}`),
    );
}

/** Checks the events of one subscription in the order in which they come. */
export interface EventOrder {
  /** @param pointer of the event in its answer, its params or its body */
  check(event: unknown, pointer: string): readonly EventFinding[];
  /** Checks several events at once. */
  checkAll(events: readonly unknown[], pointer: string): readonly EventFinding[];
}

interface OrderOptions {
  /** The type that was asked for; any if undefined. */
  readonly name?: string | undefined;
  /** Whether a server may repeat events and send them in any order, as webhooks do. */
  readonly isUnordered?: boolean;
}

/** @see {@link EventOrder} */
export function createEventOrder({ name: asked, isUnordered = false }: OrderOptions): EventOrder {
  const ids = new Set<string>();
  let newest: { readonly ms: number; readonly timestamp: string } | undefined;
  let hasReplay: boolean | undefined;

  const check: EventOrder["check"] = (event, pointer) => {
    const eventId = textOf(getOwn(event, "eventId"));
    const name = textOf(getOwn(event, "name"));
    const timestamp = textOf(getOwn(event, "timestamp"));
    const cursor = getOwn(event, "cursor");
    const ms = isIsoTime(timestamp) ? Date.parse(timestamp) : Number.NaN;
    const isValid: Readonly<Record<string, boolean>> = {
      eventId: eventId !== "",
      name: name !== "",
      timestamp: !Number.isNaN(ms),
      data: isJsonObject(getOwn(event, "data")),
      cursor: cursor === undefined || cursor === null || typeof cursor === "string",
    };
    const findings = Object.keys(isValid)
      .filter((member) => !isValid[member])
      .map((member) => eventFinding("event-invalid", { eventId, member }, pointer));
    if (asked !== undefined && name !== "" && name !== asked) {
      findings.push(eventFinding("event-name-differs", { eventId, asked, name }, pointer));
    }
    const id = eventId.slice(0, maxIdLength);
    if (id !== "" && ids.has(id) && !isUnordered) {
      findings.push(eventFinding("event-repeated", { eventId }, pointer));
    } else if (!Number.isNaN(ms)) {
      if (newest && ms < newest.ms && !isUnordered) {
        const before = newest.timestamp;
        findings.push(eventFinding("event-out-of-order", { eventId, timestamp, before }, pointer));
      }
      if (!newest || ms > newest.ms) newest = { ms, timestamp };
    }
    if (id !== "" && ids.size < maxIds) ids.add(id);
    if (cursor === null || typeof cursor === "string") {
      const replays = cursor !== null;
      if (hasReplay !== undefined && hasReplay !== replays) {
        findings.push(eventFinding("event-cursor-mixed", { name }, pointer));
      }
      hasReplay = replays;
    }
    return findings;
  };

  return {
    check,
    checkAll(events, pointer) {
      const findings: EventFinding[] = [];
      for (const [at, event] of events.entries())
        findings.push(...check(event, `${pointer}/${at}`));
      return findings.slice(0, maxFindings);
    },
  };
}

/** A date and a time of ISO 8601 with a time zone; `Date.parse` takes many other texts. */
function isIsoTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/.test(text);
}
