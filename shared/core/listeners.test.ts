import { expect, test } from "vitest";
import { createListeners } from "./listeners.ts";

test("calls each subscriber until it unsubscribes", () => {
  const listeners = createListeners();
  const calls: string[] = [];
  const stop = listeners.subscribe(() => calls.push("one"));
  listeners.subscribe(() => calls.push("other"));
  listeners.notify();
  stop();
  listeners.notify();
  expect(calls).toEqual(["one", "other", "other"]);
});

test("a subscriber that is added during a notification is called by the next one", () => {
  const listeners = createListeners();
  let calls = 0;
  listeners.subscribe(() => {
    listeners.subscribe(() => calls++);
  });
  listeners.notify();
  expect(calls).toBe(0);
});
