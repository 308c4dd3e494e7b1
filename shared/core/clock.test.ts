import { expect, test } from "vitest";
import { sleep, systemClock } from "./clock.ts";
import { createHandClock } from "./handClock.fixture.ts";

test("sleep ends with the time, and says so", async () => {
  const clock = createHandClock();
  const slept = sleep(clock, 100);
  clock.advance(99);
  expect(clock.waits()).toEqual([1]);
  clock.advance(1);
  expect(await slept).toBe(true);
});

test("sleep ends with the signal, and leaves no timer behind", async () => {
  const clock = createHandClock();
  const control = new AbortController();
  const slept = sleep(clock, 100, control.signal);
  control.abort();
  expect(await slept).toBe(false);
  expect(clock.waits()).toEqual([]);
  expect(await sleep(clock, 100, control.signal)).toBe(false);
});

test("the system's clock can be called off", async () => {
  let rang = false;
  const stop = systemClock.after(1, () => {
    rang = true;
  });
  stop();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(rang).toBe(false);
});

test("a wait longer than the platform can count is not over at once", async () => {
  let rang = false;
  const stop = systemClock.after(2 ** 31, () => {
    rang = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  stop();
  expect(rang).toBe(false);
});
