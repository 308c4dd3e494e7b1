/** Checks what a server sends of events: types, answers to polls, and what comes in streams. */
import { getOwn } from "../core/json/getOwn.ts";
import { toPointer } from "../core/json/pointer.ts";
import {
  checkEventTypes,
  checkPollAnswer,
  createEventOrder,
  type EventOrder,
} from "../events/checkEvents.ts";
import { type EventFinding, eventFinding } from "../events/eventFinding.ts";
import type { MessageEntry } from "../log/entry.ts";
import { listEventsMethod, subscriptionIdKey } from "../protocol/drafts/eventsDraft.ts";
import type { Finding } from "./finding.ts";
import type { FlowResult } from "./messageFlow.ts";

interface EventChecks {
  /** @param text the JSON text of the entry */
  check(entry: MessageEntry, text: string, result: FlowResult): readonly Finding[];
}

/** Streams of which events are compared. */
const maxStreams = 200;

/** The notifications that belong to a stream. */
const prefix = "notifications/events/";

/** Two polls may have the same events, depending on their cursors: only one answer is compared. */
export function createEventChecks(): EventChecks {
  const streams = new Map<string, EventOrder>();
  /** The connections on which the client has asked for events: others may have such names of their own. */
  const asking = new Set<string>();

  const orderOf = (key: string): EventOrder => {
    const order = streams.get(key) ?? createEventOrder({});
    if (streams.size < maxStreams) streams.set(key, order);
    return order;
  };

  const checkPush = (connectionId: string, method: string, params: unknown) => {
    if (method === `${prefix}list_changed`) return [];
    const id = getOwn(getOwn(params, "_meta"), subscriptionIdKey);
    if (typeof id !== "string" && typeof id !== "number") {
      return [eventFinding("event-without-subscription", { method }, "/_meta")];
    }
    if (method !== `${prefix}event`) return [];
    return orderOf(JSON.stringify([connectionId, id])).check(params, "");
  };

  const checkAnswer = (method: string | undefined, result: unknown): readonly EventFinding[] => {
    if (method === listEventsMethod) return checkEventTypes(result);
    if (method !== "events/poll") return [];
    const events = getOwn(result, "events");
    const inOrder = Array.isArray(events) ? createEventOrder({}).checkAll(events, "/events") : [];
    return [...checkPollAnswer(result), ...inOrder];
  };

  return {
    check(entry, text, { answers }) {
      const { connectionId, direction } = entry;
      const isAsked = entry.heads.some(
        (head) => head.kind === "request" && head.method.startsWith("events/"),
      );
      if (direction === "out" && isAsked) asking.add(connectionId);
      if (direction === "out" || !asking.has(connectionId)) return [];
      const heads = entry.heads.map((head) =>
        head.kind === "notification" && head.method.startsWith(prefix) ? head.method : undefined,
      );
      const isWanted =
        heads.some((method) => method !== undefined) ||
        answers.some((request) => request?.method.startsWith("events/"));
      if (!isWanted) return [];
      const value = parse(text);
      const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
      return messages.flatMap((message, at): readonly Finding[] => {
        const method = heads[at];
        const result = getOwn(message, "result");
        const found =
          method !== undefined
            ? checkPush(connectionId, method, getOwn(message, "params"))
            : result === undefined
              ? []
              : checkAnswer(answers[at]?.method, result);
        const member = method === undefined ? "result" : "params";
        const owner = toPointer(Array.isArray(value) ? [at, member] : [member]);
        return found.map(({ pointer, ...finding }) => ({
          ...finding,
          seq: entry.seq,
          pointer: owner + pointer,
        }));
      });
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
