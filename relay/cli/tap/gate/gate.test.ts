import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { TapChange } from "../../../../shared/log/entry.ts";
import {
  type Breakpoint,
  type Fault,
  type FaultRule,
  maxTextLength,
  type TapOrder,
  type TapReport,
} from "../../../../shared/taps/tapOrders.ts";
import { createMessageReader } from "../../../../shared/taps/tappedMessage.ts";
import { createGate } from "./gate.ts";

const where = { direction: "both", method: "", subject: "", filter: "" } as const;
const breakpoint: Breakpoint = { id: "b", where, waitMs: 60_000 };
const faultRule = (fault: Fault): FaultRule => ({
  id: "f",
  where,
  fault,
  probability: 1,
  seed: 1,
  limit: 0,
});
const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add"}}';
const result = '{"jsonrpc":"2.0","id":1,"result":{}}';

/** A gate with what it logs, reports and sends. */
function open() {
  const reports: TapReport[] = [];
  const logged: [direction: string, text: string, change?: TapChange][] = [];
  const added: string[] = [];
  const gate = createGate({
    carrier: "stdio",
    report: (report) => reports.push(report),
    add: (direction, text) => void added.push(`${direction} ${text}`),
  });
  const read = createMessageReader();
  const log = (...entry: (typeof logged)[number]) => void logged.push(entry);
  const pass = (text = call, direction: "out" | "in" = "out", signal?: AbortSignal) =>
    gate.pass(read(direction, text), { log, ...(signal ? { signal } : {}) });
  const rule = (breakpoints: readonly Breakpoint[], ...faults: readonly Fault[]) =>
    gate.take({ order: "rules", breakpoints, faults: faults.map(faultRule) });
  const held = () => reports.flatMap((each) => (each.report === "held" ? [each.message] : []));
  return { gate, pass, rule, held, reports, logged, added };
}

/** Holds a message and decides about it. */
async function decide(order: (message: string) => TapOrder) {
  const opened = open();
  opened.rule([breakpoint]);
  const passage = opened.pass();
  opened.gate.take(order(opened.held()[0] ?? ""));
  return { ...opened, passage: await passage };
}

const waited = { waitedMs: expect.any(Number) };

test("without a rule nothing waits, and nothing is logged", () => {
  const { gate, pass, rule, logged } = open();
  expect([gate.isOn(), pass()]).toEqual([false, undefined]);
  rule([{ ...breakpoint, where: { ...where, method: "other" } }]);
  expect([gate.isOn(), pass()]).toEqual([true, undefined]);
  rule([]);
  expect([gate.isOn(), pass()]).toEqual([false, undefined]);
  expect(logged).toEqual([]);
});

test("a held message is dropped: nobody gets anything", async () => {
  const { passage, logged, reports } = await decide((message) => ({ order: "drop", message }));
  expect(passage).toEqual({ texts: [], replies: [] });
  expect(logged).toEqual([["out", call, { action: "dropped", ...waited }]]);
  expect(reports.map(({ report }) => report)).toEqual(["rules", "held", "released"]);
});

test("a held message is answered: its sender gets the answer, which is logged as added", async () => {
  const { passage, logged } = await decide((message) => ({
    order: "answer",
    message,
    text: '{\n"id":1}',
  }));
  expect(passage).toEqual({ texts: [], replies: ['{"id":1}'] });
  expect(logged).toEqual([
    ["out", call, { action: "answered", ...waited }],
    ["in", '{"id":1}', { action: "added" }],
  ]);
});

test("a held message is sent as it was edited, or as it is", async () => {
  const edited = await decide((message) => ({ order: "send", message, text: "{}" }));
  expect(edited.passage).toEqual({ texts: ["{}"], replies: [] });
  expect(edited.logged).toEqual([["out", "{}", { action: "edited", original: call, ...waited }]]);
  const same = await decide((message) => ({ order: "send", message }));
  expect(same.passage).toEqual({ texts: [call], replies: [] });
  expect(same.logged).toEqual([["out", call, { action: "held", ...waited }]]);
});

test("what a held message is sent as is also subject to faults", async () => {
  const { gate, pass, rule, held, logged } = open();
  rule([breakpoint], { kind: "drop" });
  const passage = pass();
  gate.take({ order: "send", message: held()[0] ?? "" });
  expect(await passage).toMatchObject({ texts: [], replies: [], effect: { kind: "drop" } });
  expect(logged).toEqual([["out", call, { action: "drop", rule: "f" }]]);
});

test("a message waits while there is its rule and somebody for whom it is", async () => {
  const { pass, rule, logged, held } = open();
  rule([breakpoint]);
  const first = pass();
  rule([]);
  expect(await first).toEqual({ texts: [call], replies: [] });
  rule([breakpoint]);
  const control = new AbortController();
  const second = pass(call, "out", control.signal);
  control.abort();
  expect(await second).toEqual({ texts: [call], replies: [] });
  expect(logged).toHaveLength(2);
  expect(new Set(held()).size).toBe(2);
});

test("a delay lasts at most as long as its rule", async () => {
  const { pass, rule, logged } = open();
  rule([], { kind: "delay", minMs: 60_000, maxMs: 60_000, msPerKilobyte: 0 });
  let isOver = false;
  const passage = pass()?.finally(() => {
    isOver = true;
  });
  await nextTurn();
  expect([isOver, logged]).toEqual([false, []]);
  rule([]);
  expect(await passage).toMatchObject({ texts: [call], replies: [] });
  expect(logged).toEqual([["out", call, { action: "delay", rule: "f", ...waited }]]);
});

test("of a message that is sent twice, the first is its sender's", async () => {
  const { pass, rule, logged } = open();
  rule([], { kind: "duplicate" });
  expect(await pass(result, "in")).toMatchObject({ texts: [result, result], replies: [] });
  expect(logged).toEqual([
    ["in", result],
    ["in", result, { action: "duplicate", rule: "f" }],
  ]);
});

test("a fault that changes a message logs what it was; its answer in place of the server's is added", async () => {
  const wrong = open();
  wrong.rule([], { kind: "wrong-id" });
  const passage = await wrong.pass(result, "in");
  const change = { action: "wrong-id", rule: "f", original: result };
  expect(wrong.logged).toEqual([["in", passage?.texts[0], change]]);
  expect(passage?.texts[0]).not.toBe(result);

  const failing = open();
  failing.rule([], { kind: "error", code: -32000, message: "no" });
  const refused = await failing.pass();
  expect(refused).toMatchObject({ texts: [], replies: [expect.stringContaining('"no"')] });
  expect(failing.logged).toEqual([
    ["out", call, { action: "error", rule: "f" }],
    ["in", refused?.replies[0], { action: "added" }],
  ]);
});

test("the time of a wait is within the time that passed", async () => {
  const started = performance.now();
  const { pass, rule, logged } = open();
  rule([], { kind: "delay", minMs: 1, maxMs: 1, msPerKilobyte: 0 });
  await pass();
  const waitedMs = logged[0]?.[2]?.waitedMs ?? Number.NaN;
  expect(waitedMs).toBeLessThanOrEqual(performance.now() - started);
  expect(waitedMs).toBeGreaterThanOrEqual(0);
});

test("each change of the rules is told until nobody listens", () => {
  const { gate, rule } = open();
  const control = new AbortController();
  let changes = 0;
  gate.onRules(() => changes++, control.signal);
  rule([breakpoint]);
  rule([]);
  control.abort();
  rule([breakpoint]);
  expect(changes).toBe(2);
});

test("a message that is too long to be edited does not wait", () => {
  const { pass, rule, held } = open();
  rule([breakpoint]);
  const padded = (length: number) => call + " ".repeat(length - call.length);
  expect(pass(padded(maxTextLength + 1))).toBeUndefined();
  expect(pass(padded(maxTextLength))).toBeDefined();
  expect(held()).toHaveLength(1);
  rule([]);
});

test("at most fifty messages wait for the user, and a page's own message is one line", () => {
  const { gate, pass, rule, held, added } = open();
  rule([breakpoint]);
  const passages = Array.from({ length: 51 }, () => pass());
  expect(held()).toHaveLength(50);
  expect(passages.map((one) => one === undefined)).toEqual([...Array(50).fill(false), true]);
  gate.take({ order: "add", direction: "in", text: '{\n"id":1}' });
  expect(added).toEqual(['in {"id":1}']);
  rule([]);
});
