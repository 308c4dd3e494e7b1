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

function setup() {
  const log = createEventLog({ now: () => 0 });
  const framed = createFramedLog(log);
  const lengths: number[] = [];
  framed.subscribe(() => lengths.push(framed.snapshot().length));
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

test("during a flood updates are five a second, and the last one has everything", () => {
  const { append, lengths } = setup();
  for (let frame = 0; frame < 60; frame++) {
    append(400);
    vi.advanceTimersByTime(16);
  }
  vi.advanceTimersByTime(1000);
  expect(lengths.length).toBeLessThan(10);
  expect(lengths.at(-1)).toBe(24_000);
});

test("no update has more entries than the page can draw at once", () => {
  const { append, lengths } = setup();
  append(30_000);
  vi.advanceTimersByTime(1000);
  expect(lengths).toEqual([8_000, 16_000, 24_000, 30_000]);
  append(1);
  vi.advanceTimersByTime(1000);
  expect(lengths.at(-1)).toBe(30_001);
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
