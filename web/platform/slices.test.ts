import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { nextTask, startSlices } from "./slices.ts";

test("callers continue in their order, in separate tasks", async () => {
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  await Promise.all([
    setImmediate().then(note("task")),
    nextTask().then(note("first")),
    nextTask().then(note("second")),
    Promise.resolve().then(note("microtask")),
  ]);
  expect(order).toHaveLength(4);
  expect(order[0]).toBe("microtask");
  expect(order.indexOf("first")).toBeLessThan(order.indexOf("second"));
});

test("work pauses after 8 ms, and again 8 ms after it continued", async () => {
  let time = 0;
  let pauses = 0;
  const pauseIfDue = startSlices(
    () => time,
    async () => {
      pauses++;
      time += 100;
    },
  );
  const steps = Array.from({ length: 20 }, () => 1);
  for (const step of steps) {
    time += step;
    await pauseIfDue();
  }
  expect(pauses).toBe(2);
});
