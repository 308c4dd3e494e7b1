/** Checks what a server sends of events: each event, their order, duplicates, and answers to polls. */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";
import {
  eventDeliveries,
  listEventsMethod,
  pollEventsMethod,
  subscribeEventsMethod,
} from "../protocol/drafts/eventsDraft.ts";
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
      eventFinding(
        "event-answer-invalid",
        { method: listEventsMethod, member: "events" },
        "/events",
      ),
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

/** What a request asked for; a member is undefined where it is not known. */
export interface PollRequest {
  /** The type of the events. */
  readonly name?: string | undefined;
  /** Null for now. */
  readonly cursor?: string | null | undefined;
}

/** Reads the params of an `events/poll` or `events/stream`. */
export function readPollRequest(params: unknown): PollRequest {
  const name = getOwn(params, "name");
  return { name: typeof name === "string" ? name : undefined, cursor: cursorOf(params) };
}

/** Checks an answer to `events/poll`, and its events in their order. */
export function checkPollAnswer(result: unknown, request: PollRequest): readonly EventFinding[] {
  const { events } = readPollAnswer(result);
  const inOrder = createEventOrder(request).checkAll(events, "/events");
  return [...checkPollMembers(result, request), ...inOrder];
}

/**
 * Checks an answer to `events/poll` without its events, for one who compares these with the events
 * of earlier answers.
 */
export function checkPollMembers(
  result: unknown,
  request: Pick<PollRequest, "cursor">,
): readonly EventFinding[] {
  const findings = checkMembers(pollEventsMethod, result, {
    events: Array.isArray,
    cursor: (value) => typeof value === "string" || value === null,
    truncated: (value) => value === undefined || typeof value === "boolean",
    hasMore: (value) => value === undefined || typeof value === "boolean",
    nextPollMs: (value) => value === undefined || (typeof value === "number" && value >= 0),
  });
  const { cursor, events, hasMore } = readPollAnswer(result);
  if (request.cursor === null && events.length > 0 && cursor !== null) {
    findings.push(eventFinding("event-not-from-now", { count: events.length }, "/events"));
  }
  if (hasMore && typeof cursor === "string" && cursor === request.cursor) {
    findings.push(eventFinding("event-cursor-stuck", { cursor }, "/cursor"));
  }
  return findings;
}

/** Checks an answer to `events/subscribe`. */
export function checkSubscription(result: unknown): readonly EventFinding[] {
  const types: Readonly<Record<string, (value: unknown) => boolean>> = {
    id: (value) => typeof value === "string",
    refreshBefore: (value) => typeof value === "string" || value === null,
  };
  return checkMembers(subscribeEventsMethod, result, types);
}

/** @param types what each member may be */
function checkMembers(
  method: string,
  result: unknown,
  types: Readonly<Record<string, (value: unknown) => boolean>>,
): EventFinding[] {
  return Object.entries(types)
    .filter(([member, fits]) => !fits(getOwn(result, member)))
    .map(([member]) => eventFinding("event-answer-invalid", { method, member }, `/${member}`));
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
