/** The events of one type that a client polls, streams and gets by webhook. */
import type { Connected } from "../client/connected.ts";
import type { Operation } from "../client/operation.ts";
import { composeObject } from "../client/session/composeMessage.ts";
import type { RequestOutcome } from "../client/session/outcome.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";
import { createListeners } from "../core/listeners.ts";
import {
  eventNotFoundCode,
  eventNotificationPrefix,
  pollEventsMethod,
  streamEventsMethod,
  subscribeEventsMethod,
  subscriptionIdKey,
  unsubscribeEventsMethod,
} from "../protocol/drafts/eventsDraft.ts";
import {
  checkPollMembers,
  checkSubscription,
  createEventOrder,
  cursorOf,
  type EventOrder,
  readPollAnswer,
} from "./checkEvents.ts";
import type { EventFinding } from "./eventFinding.ts";

/** How an event came. */
export type EventSource = "poll" | "stream" | "webhook";

/** One line of the log of a feed. */
export interface EventRow {
  /** Counts from 1, over all rows of the feed. */
  readonly number: number;
  /** Milliseconds of the clock. */
  readonly at: number;
  readonly via: EventSource;
  /**
   * An event; or what is said about the subscription: it is active, events were skipped, nothing has
   * happened, one could not be fetched, it was ended by the server, something else.
   */
  readonly kind: "event" | "active" | "gap" | "heartbeat" | "error" | "terminated" | "other";
  /** As the server sent it. */
  readonly value: unknown;
  readonly findings: readonly EventFinding[];
}

type Unanswered = Exclude<RequestOutcome, { readonly kind: "result" }>;

export interface WebhookSubscription {
  readonly url: string;
  readonly argumentsText: string;
  /** The id of the server. */
  readonly id: string;
  /** Until when it has to be renewed, as ISO 8601; null if it does not expire. */
  readonly refreshBefore: string | null | undefined;
}

export interface FeedState {
  /** From old to new. */
  readonly rows: readonly EventRow[];
  /** Rows that were removed, because there are too many. */
  readonly removed: number;
  /** Where the next request begins; null for now. */
  readonly cursor: string | null;
  readonly isPolling: boolean;
  /** The last answer to a poll, without its events. */
  readonly polled:
    | { readonly count: number; readonly hasMore: boolean; readonly nextPollMs: number | undefined }
    | undefined;
  readonly stream: "closed" | "opening" | "open";
  readonly subscription: WebhookSubscription | undefined;
  /** What is wrong with the last answer, besides its events. */
  readonly findings: readonly EventFinding[];
  /** The request that was not answered with a result. */
  readonly refused: { readonly method: string; readonly outcome: Unanswered } | undefined;
}

export interface EventFeed {
  state(): FeedState;
  /** Calls back after every change of the state; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /**
   * Sends one `events/poll`.
   * @param argumentsText the JSON text of an object; other arguments begin anew, without a cursor
   */
  poll(argumentsText: string): Promise<void>;
  /** Opens the stream; settles when it has ended. */
  openStream(argumentsText: string): Promise<void>;
  closeStream(): void;
  /**
   * Subscribes, or renews the subscription with the same arguments and URL. One with others is ended
   * first; if that is refused, it stays, and there is no new one.
   */
  subscribeWebhook(argumentsText: string, url: string, secret: string): Promise<void>;
  unsubscribeWebhook(): Promise<void>;
  /** Takes the body of a delivery whose signature was verified. */
  receive(body: unknown): void;
  /** Removes the rows. */
  clear(): void;
  /** Ends the stream; the subscription of a webhook lasts until it expires. */
  close(): void;
}

interface FeedOptions {
  readonly client: Pick<Connected, "request" | "onNotification">;
  /** The type of the events. */
  readonly name: string;
  /** Milliseconds of a clock. */
  readonly now: () => number;
}

/** Rows that are kept. */
const maxRows = 1000;

/** The lifetime that is suggested to a server for a subscription, in milliseconds. */
const suggestedTtlMs = 600_000;

const initiator = { kind: "user" } as const;

const idle: FeedState = {
  rows: [],
  removed: 0,
  cursor: null,
  isPolling: false,
  polled: undefined,
  stream: "closed",
  subscription: undefined,
  findings: [],
  refused: undefined,
};

/** Creates the feed of one type; nothing is sent. */
export function createEventFeed({ client, name, now }: FeedOptions): EventFeed {
  const listeners = createListeners();
  let state = idle;
  let number = 0;
  /** The arguments to which the cursor belongs. */
  let cursorArguments = "{}";
  /** What the cursor came from. */
  let cursorSource: EventSource = "poll";
  const newOrders = () => ({
    poll: createEventOrder({ name }),
    webhook: createEventOrder({ name, isUnordered: true }),
  });
  let orders = newOrders();
  let stream:
    | {
        readonly id: unknown;
        readonly argumentsText: string;
        readonly operation: Operation;
        readonly order: EventOrder;
      }
    | undefined;

  const change = (next: Partial<FeedState>) => {
    state = { ...state, ...next };
    listeners.notify();
  };

  const add = (rows: readonly Omit<EventRow, "number" | "at">[], next: Partial<FeedState> = {}) => {
    const at = now();
    const all = [...state.rows, ...rows.map((row) => ({ ...row, number: ++number, at }))];
    const cut = Math.max(0, all.length - maxRows);
    change({ ...next, rows: all.slice(cut), removed: state.removed + cut });
  };

  /** The cursor belongs to the arguments: with others, the next request starts from now. */
  const startWith = (argumentsText: string) => {
    if (argumentsText === cursorArguments) return;
    cursorArguments = argumentsText;
    orders = newOrders();
    change({ cursor: null, polled: undefined });
  };

  /** @param members further members of the params */
  const send = (method: string, members: Readonly<Record<string, string>>, isLongLived = false) =>
    client.request(method, composeObject({ name: JSON.stringify(name), ...members }), {
      initiator,
      ...(isLongLived ? { limits: { timeoutMs: 0, maximumMs: 0 } } : {}),
    });

  /** The cursor of a message, unless it belongs to other arguments than those of the next request. */
  const cursorFrom = (source: EventSource, argumentsText: string | undefined, value: unknown) => {
    const cursor = cursorOf(value);
    if (cursor === undefined || argumentsText !== cursorArguments) return {};
    cursorSource = source;
    return { cursor };
  };

  const refuse = (method: string, outcome: Unanswered) => change({ refused: { method, outcome } });

  /** @returns whether there is no subscription any more */
  const unsubscribe = async (): Promise<boolean> => {
    const { subscription } = state;
    if (!subscription) return true;
    const { argumentsText, url } = subscription;
    change({ refused: undefined, findings: [] });
    const delivery = composeObject({ url: JSON.stringify(url) });
    const request = { arguments: argumentsText, delivery };
    const outcome = await send(unsubscribeEventsMethod, request).done;
    // the server no longer has one that has expired
    const isUnknown = outcome.kind === "error" && outcome.error.code === eventNotFoundCode;
    if (outcome.kind !== "result" && !isUnknown) {
      refuse(unsubscribeEventsMethod, outcome);
      return false;
    }
    if (state.subscription === subscription) change({ subscription: undefined });
    return true;
  };

  const receivePush = (method: string, params: unknown) => {
    const id = getOwn(getOwn(params, "_meta"), subscriptionIdKey);
    if (typeof id !== "string" && typeof id !== "number") return;
    if (!stream || String(id) !== String(stream.id)) return;
    const kind = pushKinds[method.slice(eventNotificationPrefix.length)] ?? "other";
    const isSkipped = kind === "active" && getOwn(params, "truncated") === true;
    const findings = kind === "event" ? stream.order.check(params, "") : [];
    add([{ via: "stream", kind: isSkipped ? "gap" : kind, value: params, findings }], {
      ...cursorFrom("stream", stream.argumentsText, params),
      ...(kind === "terminated" ? {} : { stream: "open" as const }),
    });
  };
  const stopListening = client.onNotification((method, params) => {
    if (method.startsWith(eventNotificationPrefix)) receivePush(method, params);
  });

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    async poll(argumentsText) {
      startWith(argumentsText);
      const { cursor: from } = state;
      // a stream or a webhook may have begun earlier or later: its cursor leads to events that came before
      if (cursorSource !== "poll") orders = { ...orders, poll: createEventOrder({ name }) };
      cursorSource = "poll";
      const order = orders.poll;
      change({ isPolling: true, refused: undefined, findings: [] });
      const request = { arguments: argumentsText, cursor: JSON.stringify(from) };
      const outcome = await send(pollEventsMethod, request).done;
      if (outcome.kind !== "result") {
        change({ isPolling: false });
        return refuse(pollEventsMethod, outcome);
      }
      const answer = readPollAnswer(outcome.value);
      const { cursor, events, hasMore, nextPollMs } = answer;
      const findings = checkPollMembers(outcome.value, { cursor: from });
      const rows = events.map((value, at) => ({
        via: "poll" as const,
        kind: "event" as const,
        value,
        findings: order.check(value, `/events/${at}`),
      }));
      const skipped = answer.isTruncated
        ? [{ via: "poll" as const, kind: "gap" as const, value: outcome.value, findings: [] }]
        : [];
      // other arguments may have been polled with meanwhile
      const isNow = orders.poll === order;
      add([...skipped, ...rows], {
        isPolling: false,
        findings,
        ...(isNow && {
          ...(cursor === undefined ? {} : { cursor }),
          polled: { count: events.length, hasMore, nextPollMs },
        }),
      });
    },
    async openStream(argumentsText) {
      if (stream) return;
      startWith(argumentsText);
      const cursor = JSON.stringify(state.cursor);
      const operation = send(streamEventsMethod, { arguments: argumentsText, cursor }, true);
      const [head] = operation.entry.heads;
      const id = head?.kind === "request" ? head.id : undefined;
      const opened = { id, argumentsText, operation, order: createEventOrder({ name }) };
      stream = opened;
      change({ stream: "opening", refused: undefined, findings: [] });
      const outcome = await operation.done;
      if (stream === opened) stream = undefined;
      change({ stream: "closed" });
      if (outcome.kind !== "result" && outcome.kind !== "cancelled") {
        refuse(streamEventsMethod, outcome);
      }
    },
    closeStream: () => stream?.operation.cancel(),
    async subscribeWebhook(argumentsText, url, secret) {
      const before = state.subscription;
      if (before && !isSubscribedWith(before, argumentsText, url) && !(await unsubscribe())) return;
      startWith(argumentsText);
      change({ refused: undefined, findings: [] });
      const delivery = {
        mode: '"webhook"',
        url: JSON.stringify(url),
        secret: JSON.stringify(secret),
      };
      const outcome = await send(subscribeEventsMethod, {
        arguments: argumentsText,
        delivery: composeObject(delivery),
        cursor: JSON.stringify(state.cursor),
        ttlMs: String(suggestedTtlMs),
      }).done;
      if (outcome.kind !== "result") return refuse(subscribeEventsMethod, outcome);
      const { value } = outcome;
      const id = getOwn(value, "id");
      const until = getOwn(value, "refreshBefore");
      const isSkipped = getOwn(value, "truncated") === true;
      add(isSkipped ? [{ via: "webhook", kind: "gap", value, findings: [] }] : [], {
        findings: checkSubscription(value),
        ...cursorFrom("webhook", argumentsText, value),
        subscription: {
          url,
          argumentsText,
          id: typeof id === "string" ? id : "",
          refreshBefore: until === null || typeof until === "string" ? until : undefined,
        },
      });
    },
    async unsubscribeWebhook() {
      await unsubscribe();
    },
    receive(body) {
      const type = getOwn(body, "type");
      const next = cursorFrom("webhook", state.subscription?.argumentsText, body);
      if (type === undefined) {
        const findings = orders.webhook.check(body, "");
        return add([{ via: "webhook", kind: "event", value: body, findings }], next);
      }
      const kind = type === "gap" || type === "terminated" ? type : "other";
      const isOver = type === "terminated" ? { subscription: undefined } : {};
      add([{ via: "webhook", kind, value: body, findings: [] }], { ...next, ...isOver });
    },
    clear: () => change({ rows: [], removed: 0 }),
    close() {
      stopListening();
      stream?.operation.cancel();
    },
  };
}

const pushKinds: Readonly<Record<string, EventRow["kind"]>> = {
  active: "active",
  event: "event",
  heartbeat: "heartbeat",
  error: "error",
  terminated: "terminated",
};

/** Whether a subscription has these arguments and this URL, so that subscribing renews it. */
export function isSubscribedWith(
  subscription: WebhookSubscription,
  argumentsText: string,
  url: string,
): boolean {
  return subscription.argumentsText === argumentsText && subscription.url === url;
}

/** The data of an event as text; the whole value where it has none. */
export function eventDataText(value: unknown): string {
  const data = getOwn(value, "data");
  return JSON.stringify(isJsonObject(data) ? data : value) ?? "";
}
