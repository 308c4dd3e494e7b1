/** Checks which messages of a session belong to a call, and which the dialog offers apart. */
import { expect, test } from "vitest";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { decodeMessages } from "../../../shared/transport/decodeMessages.ts";
import { excludedAtFirst, partsOfCall, partsOfSession } from "./sharedParts.ts";

type Step = readonly [direction: "in" | "out", message: object, connectionId?: string];

const messagesOf = (steps: readonly Step[]) =>
  steps.map(([direction, message, connectionId = "c"], seq) => {
    const { heads, batch } = decodeMessages(JSON.stringify({ jsonrpc: "2.0", ...message }));
    const base = { kind: "message", direction, carrier: "http", exchangeId: undefined } as const;
    return {
      ...base,
      seq,
      at: seq,
      size: 1,
      connectionId,
      heads,
      batch,
    } as unknown as MessageEntry;
  });

const echo = { name: "echo", arguments: {} };
const steps: readonly Step[] = [
  ["out", { id: 1, method: "initialize" }],
  ["in", { id: 1, result: {} }],
  ["out", { method: "notifications/initialized" }],
  ["out", { id: 2, method: "tools/list" }],
  ["in", { id: 2, result: { tools: [] } }],
  ["out", { id: 3, method: "tools/call", params: echo }],
  ["in", { id: 3, result: {} }],
  // another call, a request of the server and its answer, and progress while the second call runs
  ["out", { id: 4, method: "tools/call", params: echo }],
  ["out", { id: 5, method: "tools/call", params: { name: "other" } }],
  ["in", { id: 1, method: "elicitation/create", params: {} }],
  ["out", { id: 1, result: { action: "accept" } }],
  ["in", { method: "notifications/progress", params: { progressToken: 4, progress: 1 } }],
  ["in", { id: 5, result: {} }],
  ["in", { id: 9, method: "ping" }, "elsewhere"],
  ["in", { id: 4, result: {} }],
  ["in", { method: "notifications/message", params: { level: "info", data: "" } }],
];

test("a call has its messages, what happened during it, and the list with the item", () => {
  const messages = messagesOf(steps);
  const parts = partsOfCall(messages, { kind: "tool", name: "echo" }) ?? [];
  expect(Object.fromEntries(parts.map(({ id, seqs }) => [id, [...seqs]]))).toEqual({
    call: [7, 14],
    during: [9, 10, 11],
    definition: [3, 4],
    lists: [0, 1, 2],
  });
  expect([...excludedAtFirst(messages, parts)]).toEqual([0, 1, 2, 5, 6, 8, 12, 13, 15]);
});

test("a call without an answer goes on; an item without a call has no parts", () => {
  const messages = messagesOf(steps.slice(0, 12));
  const [call, during] = partsOfCall(messages, { kind: "tool", name: "echo" }) ?? [];
  expect([...(call?.seqs ?? [])]).toEqual([7]);
  expect([...(during?.seqs ?? [])]).toEqual([9, 10, 11]);
  expect(partsOfCall(messages, { kind: "tool", name: "missing" })).toBeUndefined();
  expect(partsOfCall(messages, undefined)).toBeUndefined();
});

test("the parts of a session have every message once", () => {
  const messages = messagesOf(steps);
  const parts = partsOfSession(messages);
  const all = parts.flatMap(({ seqs }) => [...seqs]).sort((one, other) => one - other);
  expect(all).toEqual(messages.map(({ seq }) => seq));
  expect(excludedAtFirst(messages, parts).size).toBe(0);
});

test("a shared call has the document of its app, and the calls of the app, which may be of the same tool", () => {
  const uri = "ui://echo/app.html";
  const messages = messagesOf([
    ["out", { id: 3, method: "tools/call", params: echo }],
    ["in", { id: 3, result: {} }],
    ["out", { id: 4, method: "resources/read", params: { uri } }],
    ["in", { id: 4, result: {} }],
    ["out", { id: 5, method: "tools/call", params: echo }],
    ["in", { id: 5, result: {} }],
    ["out", { id: 6, method: "tools/call", params: { name: "other" } }],
  ]);
  const marked = messages.map((one) =>
    one.seq === 4 ? { ...one, initiator: { kind: "app", id: "app-1" } as const } : one,
  );
  const [call, during] = partsOfCall(marked, { kind: "tool", name: "echo" }) ?? [];
  expect([...(call?.seqs ?? [])]).toEqual([0, 1]);
  expect([...(during?.seqs ?? [])]).toEqual([2, 3, 4, 5]);
});
