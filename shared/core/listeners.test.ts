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

test("a subscriber that an earlier one unsubscribes is no longer called", () => {
  const listeners = createListeners<string>();
  const calls: string[] = [];
  listeners.subscribe((message) => {
    calls.push(message);
    stopSecond();
  });
  const stopSecond = listeners.subscribe((message) => calls.push(`second ${message}`));
  listeners.notify("a");
  listeners.notify("b");
  expect(calls).toEqual(["a", "b"]);
});

test("a function that subscribes twice is called once", () => {
  const listeners = createListeners();
  let calls = 0;
  const count = () => {
    calls++;
  };
  listeners.subscribe(count);
  listeners.subscribe(count);
  listeners.notify();
  expect(calls).toBe(1);
});
