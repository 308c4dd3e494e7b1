import { expect, test } from "vitest";
import type { MessageEntry } from "../log/entry.ts";
import { findingText } from "../messages/findingText.ts";
import { classify } from "../protocol/jsonRpc.ts";
import { createEventChecks } from "./eventChecks.ts";
import type { FlowResult } from "./messageFlow.ts";

const event = {
  eventId: "1",
  name: "other",
  timestamp: "2026-01-01T00:00:00Z",
  data: {},
};

/** Checks the messages of one connection. */
function connect() {
  const checks = createEventChecks();
  const methods = new Map<unknown, string>();
  let seq = 0;
  return (direction: "in" | "out", message: Readonly<Record<string, unknown>>) => {
    const { id, method } = message;
    if (typeof method === "string") methods.set(id, method);
    const made = { jsonrpc: "2.0", ...message };
    const entry = { kind: "message", connectionId: "c", direction, seq: seq++ };
    const heads = [classify(made)];
    const asked = direction === "in" && id !== undefined ? methods.get(id) : undefined;
    const result = { answers: [asked === undefined ? undefined : { method: asked }] };
    const found = checks.check(
      { ...entry, heads } as unknown as MessageEntry,
      JSON.stringify(made),
      result as unknown as FlowResult,
    );
    for (const each of found) expect(findingText(each)).not.toContain(" 1 events");
    return found.map(({ code, pointer }) => `${code} ${pointer}`);
  };
}

test("an answer to a poll is compared with its request", () => {
  const send = connect();
  const poll = (id: number, cursor: string | null) =>
    send("out", { id, method: "events/poll", params: { name: "asked", cursor } });
  poll(1, null);
  poll(2, "a");
  const stuck = { events: [event], cursor: "a", hasMore: true };
  expect(send("in", { id: 2, result: stuck })).toEqual([
    "event-cursor-stuck /result/cursor",
    "event-name-differs /result/events/0",
  ]);
  const notFromNow = { events: [{ ...event, name: "asked" }], cursor: "b" };
  expect(send("in", { id: 1, result: notFromNow })).toEqual(["event-not-from-now /result/events"]);
});

test("an event in a stream is compared with the type of its request", () => {
  const send = connect();
  const push = (subscription: string | number) => {
    const _meta = { "io.modelcontextprotocol/subscriptionId": subscription };
    return send("in", { method: "notifications/events/event", params: { ...event, _meta } });
  };
  send("out", { id: 7, method: "events/stream", params: { name: "asked", cursor: null } });
  expect(push(7)).toEqual(["event-name-differs /params"]);
  // one whose request is not in the log
  expect(push(8)).toEqual([]);
});

test("an answer to a subscription has an id and says until when it lasts", () => {
  const send = connect();
  send("out", { id: 1, method: "events/subscribe", params: { name: "asked" } });
  expect(send("in", { id: 1, result: { id: 1 } })).toEqual([
    "event-answer-invalid /result/id",
    "event-answer-invalid /result/refreshBefore",
  ]);
});
