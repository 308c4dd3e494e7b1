import { expect, test } from "vitest";
import { sleep, systemClock } from "./clock.ts";
import { createManualClock } from "./manualClock.fixture.ts";

test("sleep resolves with true after the time", async () => {
  const clock = createManualClock();
  const slept = sleep(clock, 100);
  clock.advance(99);
  expect(clock.waits()).toEqual([1]);
  clock.advance(1);
  expect(await slept).toBe(true);
});

test("sleep resolves with false on abort, and cancels its timer", async () => {
  const clock = createManualClock();
  const control = new AbortController();
  const slept = sleep(clock, 100, control.signal);
  control.abort();
  expect(await slept).toBe(false);
  expect(clock.waits()).toEqual([]);
  expect(await sleep(clock, 100, control.signal)).toBe(false);
});

test("a timer of the system clock can be cancelled", async () => {
  let isCalled = false;
  const stop = systemClock.after(1, () => {
    isCalled = true;
  });
  stop();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isCalled).toBe(false);
});

test("a delay longer than setTimeout supports does not run immediately", async () => {
  let isCalled = false;
  const stop = systemClock.after(2 ** 31, () => {
    isCalled = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  stop();
  expect(isCalled).toBe(false);
});
