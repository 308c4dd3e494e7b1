import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createYielder } from "./yielder.ts";

test("callers continue in their order, in separate tasks", async () => {
  const channel = new MessageChannel();
  onTestFinished(() => channel.port1.close());
  const pause = createYielder(channel);
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  await Promise.all([
    setImmediate().then(note("task")),
    pause().then(note("first")),
    pause().then(note("second")),
    Promise.resolve().then(note("microtask")),
  ]);
  expect(order).toHaveLength(4);
  expect(order[0]).toBe("microtask");
  expect(order.indexOf("first")).toBeLessThan(order.indexOf("second"));
});
