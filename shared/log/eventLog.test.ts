import { expect, test, vi } from "vitest";
import { createManualClock } from "../core/manualClock.fixture.ts";
import type { EntryDraft } from "./entry.ts";
import { createEventLog } from "./eventLog.ts";

const draft: EntryDraft = {
  kind: "stderr",
  connectionId: "c",
  exchangeId: undefined,
  direction: "in",
};

function setUp() {
  const clock = createManualClock();
  return { clock, log: createEventLog({ now: clock.now }) };
}

test("an entry gets a number, a time and a size", () => {
  const { clock, log } = setUp();
  log.append(draft);
  clock.advance(12);
  const entry = log.append(draft, new Uint8Array(7));
  expect(entry).toEqual({ ...draft, seq: 1, at: 12, size: 7, secrets: [] });
});

test("marked secrets stay with the entry", () => {
  const { log } = setUp();
  const secrets = [{ part: "body", start: 0, end: 3, kind: "marked" }] as const;
  expect(log.append({ ...draft, secrets }).secrets).toEqual(secrets);
});

test("read returns the same bytes and rejects unknown entries", async () => {
  const { log } = setUp();
  const body = new Uint8Array([0xff, 0, 0x0a]);
  const { seq } = log.append(draft, body);
  expect(await log.read(seq)).toEqual(body);
  expect((await log.read(seq)).buffer, "kept, not copied").toBe(body.buffer);
  expect(await log.read(log.append(draft).seq)).toEqual(new Uint8Array(0));
  for (const wrong of [2, -1, 0.5, Number.NaN]) {
    await expect(log.read(wrong)).rejects.toThrow(RangeError);
  }
});

test("a snapshot is the same object until the log changes", () => {
  const { log } = setUp();
  const empty = log.snapshot();
  expect(log.snapshot()).toBe(empty);
  log.append(draft);
  const one = log.snapshot();
  expect(one).not.toBe(empty);
  expect(log.snapshot()).toBe(one);
  expect([empty.length, one.length]).toEqual([0, 1]);
});

test("appending does not change a snapshot", () => {
  const { log } = setUp();
  for (let count = 0; count < 3; count++) log.append(draft);
  const { entries, length } = log.snapshot();
  const seen: number[] = [];
  for (let index = 0; index < length; index++) {
    log.append(draft);
    seen.push(entries[index]?.seq ?? Number.NaN);
  }
  expect(seen).toEqual([0, 1, 2]);
  expect(log.snapshot().length).toBe(6);
});

test("50,000 appends keep one array", () => {
  const { log } = setUp();
  const { entries } = log.snapshot();
  for (let count = 0; count < 50_000; count++) log.append(draft);
  expect(log.snapshot()).toEqual({ entries: expect.anything(), length: 50_000 });
  expect(log.snapshot().entries).toBe(entries);
  expect(entries[49_999]?.seq).toBe(49_999);
});

test("listeners are called synchronously until they unsubscribe", () => {
  const { log } = setUp();
  const lengths: number[] = [];
  const stop = log.subscribe(() => lengths.push(log.snapshot().length));
  log.append(draft);
  log.append(draft);
  log.clear();
  stop();
  log.append(draft);
  expect(lengths).toEqual([1, 2, 0]);
});

test("a listener may unsubscribe another one during a call", () => {
  const { log } = setUp();
  const second = vi.fn();
  log.subscribe(() => stopSecond());
  const stopSecond = log.subscribe(second);
  log.append(draft);
  expect(second).not.toHaveBeenCalled();
});

test("clear removes entries and bytes, keeps counting and leaves old snapshots intact", async () => {
  const { log } = setUp();
  log.append(draft, new Uint8Array(1));
  log.append(draft, new Uint8Array(2));
  const before = log.snapshot();
  log.clear();
  expect(log.snapshot()).toEqual({ entries: [], length: 0 });
  await expect(log.read(0)).rejects.toThrow(RangeError);
  const { seq } = log.append(draft, new Uint8Array(3));
  expect(seq).toBe(2);
  expect(await log.read(2)).toHaveLength(3);
  expect(before.entries.slice(0, before.length).map((entry) => entry.seq)).toEqual([0, 1]);
});
