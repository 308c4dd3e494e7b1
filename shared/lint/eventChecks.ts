/** Checks what a server sends of events: types, answers to polls, and what comes in streams. */
import { getOwn } from "../core/json/getOwn.ts";
import { parseAnyJson } from "../core/json/jsonObject.ts";
import { toPointer } from "../core/json/pointer.ts";
import {
  checkEventTypes,
  checkPollAnswer,
  checkSubscription,
  createEventOrder,
  type EventOrder,
  type PollRequest,
  readPollRequest,
} from "../events/checkEvents.ts";
import { type EventFinding, eventFinding } from "../events/eventFinding.ts";
import type { MessageEntry } from "../log/entry.ts";
import {
  eventNotificationPrefix,
  listEventsMethod,
  pollEventsMethod,
  streamEventsMethod,
  subscribeEventsMethod,
  subscriptionIdKey,
} from "../protocol/drafts/eventsDraft.ts";
import type { Finding } from "./finding.ts";
import type { FlowResult } from "./messageFlow.ts";

interface EventChecks {
  /** @param text the JSON text of the entry */
  check(entry: MessageEntry, text: string, result: FlowResult): readonly Finding[];
}

/** Streams of which events are compared. */
const maxStreams = 200;

/** Requests that are remembered until they are answered. */
const maxRequests = 200;

/** Two polls may have the same events, depending on their cursors: only one answer is compared. */
export function createEventChecks(): EventChecks {
  const streams = new Map<string, EventOrder>();
  /** The connections on which the client has asked for events: others may have such names of their own. */
  const asking = new Set<string>();
  /** The polls and streams that are not answered, by connection and id. */
  const requests = new Map<string, PollRequest>();
  const keyOf = (connectionId: string, id: unknown) => JSON.stringify([connectionId, String(id)]);

  const remember = ({ heads, connectionId }: MessageEntry, text: string) => {
    const isWanted = heads.some((head) => head.kind === "request" && remembered.has(head.method));
    if (!isWanted) return;
    const messages = messagesOf(text);
    for (const [at, head] of heads.entries()) {
      if (head.kind !== "request" || !remembered.has(head.method)) continue;
      const key = keyOf(connectionId, head.id);
      // an id that is used again is another stream
      streams.delete(key);
      const [oldest] = requests.keys();
      if (oldest !== undefined && requests.size >= maxRequests) requests.delete(oldest);
      requests.set(key, readPollRequest(getOwn(messages.all[at], "params")));
    }
  };

  const orderOf = (key: string): EventOrder => {
    const order = streams.get(key) ?? createEventOrder(requests.get(key) ?? {});
    if (streams.size < maxStreams) streams.set(key, order);
    return order;
  };

  const checkPush = (connectionId: string, method: string, params: unknown) => {
    if (method === `${eventNotificationPrefix}list_changed`) return [];
    const id = getOwn(getOwn(params, "_meta"), subscriptionIdKey);
    if (typeof id !== "string" && typeof id !== "number") {
      return [eventFinding("event-without-subscription", { method }, "/_meta")];
    }
    if (method !== `${eventNotificationPrefix}event`) return [];
    return orderOf(keyOf(connectionId, id)).check(params, "");
  };

  const checkAnswer = (
    method: string | undefined,
    result: unknown,
    request: PollRequest | undefined,
  ): readonly EventFinding[] => {
    if (method === listEventsMethod) return checkEventTypes(result);
    if (method === subscribeEventsMethod) return checkSubscription(result);
    return method === pollEventsMethod ? checkPollAnswer(result, request ?? {}) : [];
  };

  return {
    check(entry, text, { answers }) {
      const { connectionId, direction } = entry;
      if (direction === "out") {
        const isAsked = entry.heads.some(
          (head) => head.kind === "request" && head.method.startsWith("events/"),
        );
        if (isAsked) asking.add(connectionId);
        remember(entry, text);
      }
      if (direction === "out" || !asking.has(connectionId)) return [];
      const heads = entry.heads.map((head) =>
        head.kind === "notification" && head.method.startsWith(eventNotificationPrefix)
          ? head.method
          : undefined,
      );
      const isWanted =
        heads.some((method) => method !== undefined) ||
        answers.some((request) => request?.method.startsWith("events/"));
      if (!isWanted) return [];
      const { all, isBatch } = messagesOf(text);
      return all.flatMap((message, at): readonly Finding[] => {
        const method = heads[at];
        const key = keyOf(connectionId, getOwn(message, "id"));
        const request = requests.get(key);
        if (answers[at]) requests.delete(key);
        const result = getOwn(message, "result");
        const found =
          method !== undefined
            ? checkPush(connectionId, method, getOwn(message, "params"))
            : result === undefined
              ? []
              : checkAnswer(answers[at]?.method, result, request);
        const member = method === undefined ? "result" : "params";
        const owner = toPointer(isBatch ? [at, member] : [member]);
        return found.map(({ pointer, ...finding }) => ({
          ...finding,
          seq: entry.seq,
          pointer: owner + pointer,
        }));
      });
    },
  };
}

/** Methods whose answers and events are compared with their params. */
const remembered: ReadonlySet<string> = new Set([pollEventsMethod, streamEventsMethod]);

function messagesOf(text: string): { readonly all: readonly unknown[]; readonly isBatch: boolean } {
  const value = parseAnyJson(text);
  return Array.isArray(value) ? { all: value, isBatch: true } : { all: [value], isBatch: false };
}
