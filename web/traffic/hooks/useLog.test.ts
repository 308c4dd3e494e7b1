import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEventLog } from "../../../shared/log/eventLog.ts";
import { createFramedLog } from "./useLog.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => setTimeout(callback, 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * @param draw is told how many entries an update has more than the one before
 * @param now the time; that of the timers by default, in which drawing takes none
 */
function setup(draw: (added: number) => void = () => {}, now = () => Date.now()) {
  const log = createEventLog({ now: () => 0 });
  const framed = createFramedLog(log, now);
  const lengths: number[] = [];
  framed.subscribe(() => {
    const { length } = framed.snapshot();
    draw(length - (lengths.at(-1) ?? 0));
    lengths.push(length);
  });
  const append = (count: number) => {
    for (let n = 0; n < count; n++) {
      log.append({ kind: "stderr", direction: "in", exchangeId: undefined, connectionId: "c" });
    }
  };
  return { append, lengths };
}

test("entries are reported in the next frame, those that follow immediately together", () => {
  const { append, lengths } = setup();
  append(3);
  vi.advanceTimersByTime(16);
  expect(lengths).toEqual([3]);
  append(2);
  vi.advanceTimersByTime(16);
  append(1);
  expect(lengths).toEqual([3]);
  vi.advanceTimersByTime(34);
  expect(lengths).toEqual([3, 6]);
  vi.advanceTimersByTime(100);
  append(1);
  vi.advanceTimersByTime(16);
  expect(lengths).toEqual([3, 6, 7]);
});

test("during a flood updates are five a second, and the last one has everything", async () => {
  const { append, lengths } = setup();
  for (let frame = 0; frame < 60; frame++) {
    append(400);
    await vi.advanceTimersByTimeAsync(16);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(lengths.length).toBeLessThan(10);
  expect(lengths.at(-1)).toBe(24_000);
});

test("no update has more entries than the page can draw at once", async () => {
  const { append, lengths } = setup();
  append(30_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(lengths).toEqual([2_000, 6_000, 14_000, 22_000, 30_000]);
  append(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(lengths.at(-1)).toBe(30_001);
});

test("where drawing takes longer, an update has fewer entries, and the last one has everything", async () => {
  const msPerEntry = 0.02;
  let drawn = 0;
  const { append, lengths } = setup(
    (added) => {
      drawn += added * msPerEntry;
    },
    () => Date.now() + drawn,
  );
  append(6_000);
  await vi.advanceTimersByTimeAsync(2000);
  const counts = lengths.map((length, at) => length - (lengths[at - 1] ?? 0));
  expect(counts).toEqual([2_000, 1_000, 1_000, 1_000, 1_000]);
  expect(Math.max(...counts.slice(1)) * msPerEntry).toBeLessThanOrEqual(20);
});

test("after a flood the next entry is reported in its frame", () => {
  const { append, lengths } = setup();
  append(1000);
  vi.advanceTimersByTime(16);
  append(1);
  vi.advanceTimersByTime(300);
  append(1);
  vi.advanceTimersByTime(16);
  expect(lengths).toEqual([1000, 1001, 1002]);
});
