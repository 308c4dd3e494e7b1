import { expect, test } from "vitest";
import { createMemoryItems, createOrigin } from "../../../app/persistence/persistence.fixture.ts";
import { createCallHistory } from "./callHistory.ts";
import { comparableText } from "./comparable.ts";
import { type HistoryCall, historyCall, matchesCall } from "./historyCall.ts";

let ids = 0;
const newId = () => String(++ids);

const call = (at: number, change: Partial<HistoryCall> = {}): HistoryCall => ({
  at,
  server: "https://one.example/mcp",
  item: { kind: "tool", name: "echo" },
  argumentsText: "{}",
  end: "result",
  resultText: '{"content":[]}',
  isCut: false,
  ms: 5,
  ...change,
});

test("calls are read by another page, newest first, with their pins", async () => {
  const { items } = createMemoryItems();
  const first = createCallHistory(items, newId);
  await first.load();
  await first.add(call(1000));
  await first.add(call(2000));
  const [, older] = first.calls.getState().calls ?? [];
  await first.pin(older?.id ?? "", true);

  const second = createCallHistory(items, newId);
  await second.load();
  const calls = second.calls.getState().calls;
  expect(calls?.map(({ at, isPinned }) => [at, isPinned])).toEqual([
    [2000, false],
    [1000, true],
  ]);
  await second.clear();
  await first.load();
  expect(first.calls.getState().calls).toEqual([]);
});

test("beyond the limits the oldest calls are removed, pinned ones stay", async () => {
  const { items } = createMemoryItems();
  const history = createCallHistory(items, newId, { calls: 2, length: 1000 });
  await history.load();
  await history.add(call(1));
  await history.pin(history.calls.getState().calls?.[0]?.id ?? "", true);
  for (const at of [2, 3]) await history.add(call(at));
  expect(history.calls.getState().calls?.map(({ at }) => at)).toEqual([3, 2, 1]);
  await history.add(call(4, { resultText: "x".repeat(990) }));
  expect(history.calls.getState().calls?.map(({ at }) => at)).toEqual([4, 1]);
});

test("a stored call cannot be read without the key", async () => {
  const { items, stored } = createMemoryItems();
  await createCallHistory(items, newId).add(call(1, { resultText: '"plain-result"' }));
  for (const value of stored.values()) {
    const text = new TextDecoder("latin1").decode((value as { bytes: ArrayBuffer }).bytes);
    expect(text).not.toMatch(/plain-result|one\.example|echo/);
  }
});

const callWithAnswer = (text: string) =>
  historyCall({
    at: 1,
    address: "https://ann:hush@one.example/mcp?key=sesame",
    item: { kind: "tool", name: "echo" },
    argumentsText: '{"key":"ghp_0123456789abcdefghijABCDEFGHIJ012345","n":1.50}',
    ms: 3,
    secrets: ["an-entered-secret"],
    run: {
      kind: "done",
      seq: 0,
      mark: Symbol(),
      text: "",
      startedAt: 0,
      isSingle: true,
      outcome: {
        kind: "result",
        value: { n: 1 },
        answer: { text, path: ["result"], ms: 3, entry: {} as never },
      },
    },
  });

test("a call holds the beginning of a large result, and looks at no more of it", () => {
  // it never ends: reading to its end would not find it
  const made = callWithAnswer(`{"jsonrpc":"2.0","id":1,"result":["${"x".repeat(300_000)}`);
  expect(made).toMatchObject({ resultText: `["${"x".repeat(99_998)}`, isCut: true });
});

test("a call holds the result's text, and arguments and address without secrets", () => {
  const text =
    '{"jsonrpc":"2.0","id":1,"result":{"n":1.0,"password":"p4ss-word-1","echo":"an-entered-secret"}}';
  const made = callWithAnswer(text);
  expect(made).toMatchObject({
    server: "https://one.example/mcp",
    resultText: '{"n":1.0,"password":"••••••••","echo":"••••••••"}',
  });
  expect(made?.argumentsText).toContain("1.50");
  expect(JSON.stringify(made)).not.toMatch(/hush|sesame|ghp_|p4ss|entered/);
  expect(made && matchesCall(made, ["echo", "1.50"])).toBe(true);
  expect(made && matchesCall(made, ["echo", "absent"])).toBe(false);
});

test("results that differ in order, layout, times and ids only are the same", () => {
  const one = '{"b":1,"a":"{\\"y\\":2,\\"x\\":\\"2026-01-01T00:00:00Z\\"}","requestId":"1"}';
  const other =
    '{ "requestId": "2", "a": "{\\"x\\":\\"2026-02-02T01:00:00Z\\",\\"y\\":2}", "b": 1 }';
  expect(comparableText(one, true)).toBe(comparableText(other, true));
  expect(comparableText(one, false)).not.toBe(comparableText(other, false));
  expect(comparableText("not json", false)).toBe("not json");
});

test("a tab that is paired later shows the calls of before from then on", async () => {
  const origin = createOrigin();
  const half = new Uint8Array(32).fill(1);
  const first = origin.openAtRelay(half);
  first.pair();
  await createCallHistory(first.items, newId).add(call(1000));
  const { items, pair } = origin.openAtRelay(half);
  const history = createCallHistory(items, newId);
  await history.load();
  await history.add(call(2000));
  expect(history.calls.getState().calls).toEqual([]);
  pair();
  await expect.poll(() => history.calls.getState().calls?.map(({ at }) => at)).toEqual([1000]);
});
