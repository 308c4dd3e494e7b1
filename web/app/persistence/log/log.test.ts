import { expect, test, vi } from "vitest";
import { encodeText } from "../../../../shared/core/bytes.ts";
import { systemClock } from "../../../../shared/core/clock.ts";
import { createEventLog } from "../../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../../shared/log/recorder.ts";
import { createMemoryItems } from "../persistence.fixture.ts";
import { chunkNames } from "./logChunks.ts";
import { restoreLog } from "./restoreLog.ts";
import { limitBytes, storeLog } from "./storeLog.ts";

const whenIdle = () => Promise.resolve();
const newId = () => crypto.randomUUID();

function request(log: ReturnType<typeof createEventLog>, text: string, connection = "one") {
  createRecorder(log, connection)(
    {
      kind: "message",
      carrier: "http",
      direction: "out",
      exchangeId: "exchange",
      heads: [{ kind: "request", id: 1, method: "ping" }],
      batch: false,
      http: {
        method: "POST",
        url: "https://one.example/mcp",
        headers: [["Authorization", "Bearer s3cret-token-value"]],
      },
      secrets: [{ part: "header:authorization", start: 0, end: 25, kind: "token" }],
    },
    encodeText(text),
  );
}

/** Stores a log completely. */
async function storedLog(log: ReturnType<typeof createEventLog>, from = 0, origin = 1_000_000) {
  const memory = createMemoryItems();
  const stop = storeLog({ log, items: memory.items, clock: systemClock, origin, whenIdle, from });
  await vi.waitFor(async () => expect(await chunkNames(memory.items)).not.toEqual([]));
  stop();
  return memory;
}

test("the log of the previous page is put before this page's, masked, with a divider", async () => {
  const before = createEventLog({ now: () => 500 });
  request(before, '{"jsonrpc":"2.0","id":1,"method":"ping"}');
  request(before, '{"jsonrpc":"2.0","id":2,"method":"tools/list"}');
  const { items } = await storedLog(before);

  const log = createEventLog({ now: () => 10 });
  request(log, '{"jsonrpc":"2.0","id":3,"method":"ping"}', "two");
  const origin = 1_002_000;
  const count = await restoreLog({
    log,
    items,
    origin,
    newId,
    callsInProgress: 2,
  });
  expect(count).toBe(3);
  const { entries } = log.snapshot();
  expect(entries.map(({ seq }) => seq)).toEqual([-3, -2, -1, 0]);
  expect(entries.map(({ connectionId }) => connectionId)).toEqual(["one", "one", "one", "two"]);
  expect(entries.map(({ at }) => at)).toEqual([-1500, -1500, 0, 10]);
  expect(entries[1]).toMatchObject({ kind: "message", heads: [{ method: "tools/list", id: 2 }] });
  expect(entries[2]).toMatchObject({ kind: "connection", phase: "restored", label: "2" });
  expect(new TextDecoder().decode(await log.read(-3))).toContain('"id":1');
  expect(JSON.stringify(entries.slice(0, 3))).not.toContain("s3cret");
});

test("without the key, stored data can be read neither as text nor as bytes", async () => {
  const log = createEventLog({ now: () => 0 });
  request(log, '{"jsonrpc":"2.0","id":1,"method":"ping"}');
  const { stored } = await storedLog(log);
  for (const value of stored.values()) {
    const text = new TextDecoder("latin1").decode((value as { bytes: ArrayBuffer }).bytes);
    expect(text).not.toMatch(/ping|example|s3cret/);
  }
});

test("a log that was cleared is not restored", async () => {
  const log = createEventLog({ now: () => 0 });
  request(log, "{}");
  const memory = createMemoryItems();
  const options = { log, items: memory.items, clock: systemClock, origin: 1, whenIdle, from: 0 };
  const stop = storeLog(options);
  await vi.waitFor(async () => expect(await chunkNames(memory.items)).toHaveLength(1));
  log.clear();
  await vi.waitFor(async () => expect(await chunkNames(memory.items)).toEqual([]));
  stop();
});

test("beyond the limit the oldest chunks are removed", async () => {
  const { items } = createMemoryItems();
  for (const number of [1, 2, 3]) await items.write(`log ${number}`, "x".repeat(1000));
  await limitBytes(items, 2500);
  expect(await chunkNames(items)).toEqual(["log 2", "log 3"]);
});

test("storage that is full or refused is reported, and throws nothing", async () => {
  let error = new DOMException("full", "QuotaExceededError");
  const { items } = createMemoryItems(() => error);
  expect(await items.write("log 1", {})).toBe(false);
  expect(items.problem.getState().problem).toBe("full");
  error = new DOMException("blocked", "InvalidStateError");
  expect(await items.write("log 1", {})).toBe(false);
  expect(items.problem.getState().problem).toBe("blocked");
  expect(await items.read("log 1")).toBeUndefined();
});

test("an entry that is too large to be masked without blocking the page is stored as its size", async () => {
  const log = createEventLog({ now: () => 500 });
  request(log, `"${"x".repeat(2_000_000)}"`);
  request(log, '{"jsonrpc":"2.0","id":2,"method":"tools/list"}');
  const { items } = await storedLog(log);
  const restored = createEventLog({ now: () => 10 });
  await restoreLog({ log: restored, items, origin: 2_000_000, newId });
  expect(restored.snapshot().entries.map(({ kind, size }) => [kind, size > 1000])).toEqual([
    ["connection", false],
    ["message", false],
    ["connection", false],
  ]);
  expect(restored.snapshot().entries[0]).toMatchObject({ phase: "not-stored", label: "2000002" });
});

test("a large entry is masked in slices between which the page is idle", async () => {
  const log = createEventLog({ now: () => 500 });
  const secret = "sk-live-0123456789abcdef0123";
  const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `row ${id}` }));
  request(log, JSON.stringify([...rows, { note: secret }]));
  const { items } = createMemoryItems();
  let time = 0;
  let pauses = 0;
  const stop = storeLog({
    log,
    items,
    clock: { ...systemClock, now: () => (time += 5) },
    origin: 1_000_000,
    whenIdle: async () => void pauses++,
    from: 0,
  });
  await vi.waitFor(async () => expect(await chunkNames(items)).not.toEqual([]));
  stop();
  expect(pauses).toBeGreaterThan(10);
  const restored = createEventLog({ now: () => 10 });
  await restoreLog({ log: restored, items, origin: 2_000_000, newId });
  const text = new TextDecoder().decode(await restored.read(-2));
  expect(text).toContain("row 9999");
  expect(text).not.toContain(secret);
});

test("an entry that is cleared while it is masked is not stored", async () => {
  const log = createEventLog({ now: () => 500 });
  request(log, JSON.stringify({ rows: Array.from({ length: 10_000 }, (_, id) => `row ${id}`) }));
  const memory = createMemoryItems();
  let time = 0;
  let pauses = 0;
  const stop = storeLog({
    log,
    items: memory.items,
    clock: { ...systemClock, now: () => (time += 5) },
    origin: 1,
    whenIdle: async () => {
      pauses++;
      if (pauses !== 3) return;
      log.clear();
      request(log, '{"jsonrpc":"2.0","id":2,"method":"ping"}');
    },
    from: 0,
  });
  await vi.waitFor(async () => expect(await chunkNames(memory.items)).not.toEqual([]));
  stop();
  const restored = createEventLog({ now: () => 10 });
  await restoreLog({ log: restored, items: memory.items, origin: 2, newId });
  expect(restored.snapshot().entries.map(({ kind }) => kind)).toEqual(["message", "connection"]);
  expect(new TextDecoder().decode(await restored.read(-2))).toContain("ping");
});
