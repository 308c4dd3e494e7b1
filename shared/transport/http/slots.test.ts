import { expect, test } from "vitest";
import { createSlots, type SlotUse } from "./slots.ts";

const here = "http://localhost";

/** Takes slots by name and records the order in which they are granted. */
function setUp(max: number) {
  const slots = createSlots(max);
  const granted: string[] = [];
  const take = (name: string, use: SlotUse = "request", origin = here) =>
    slots.take(origin, use, () => granted.push(name));
  return { granted, take };
}

test("up to the limit slots are granted immediately, then in order as slots become free", () => {
  const { granted, take } = setUp(2);
  const release = ["a", "b", "c", "d", "e"].map((name) => take(name));
  expect(granted).toEqual(["a", "b"]);
  release[1]?.();
  expect(granted).toEqual(["a", "b", "c"]);
  release[0]?.();
  release[2]?.();
  expect(granted).toEqual(["a", "b", "c", "d", "e"]);
});

test("origins do not wait for each other", () => {
  const { granted, take } = setUp(1);
  take("a");
  take("b", "request", "http://localhost:81");
  expect(granted).toEqual(["a", "b"]);
});

test("an entry that leaves the queue gets no slot", () => {
  const { granted, take } = setUp(1);
  const release = take("a");
  const leave = take("b");
  take("c");
  leave();
  expect(granted).toEqual(["a"]);
  release();
  expect(granted).toEqual(["a", "c"]);
});

test("a slot is released once", () => {
  const { granted, take } = setUp(1);
  const release = take("a");
  take("b");
  take("c");
  release();
  release();
  expect(granted).toEqual(["a", "b"]);
});

test("long-lived exchanges leave a slot to requests, even if they came first", () => {
  const { granted, take } = setUp(3);
  const release = ["a", "b", "c"].map((name) => take(name, "long-lived"));
  expect(granted).toEqual(["a", "b"]);
  take("request");
  take("next request");
  expect(granted).toEqual(["a", "b", "request"]);
  release[0]?.();
  expect(granted).toEqual(["a", "b", "request", "c"]);
  release[1]?.();
  expect(granted).toEqual(["a", "b", "request", "c", "next request"]);
});

test("taking another slot while one is granted keeps the order", () => {
  const slots = createSlots(1);
  const granted: string[] = [];
  const release = slots.take(here, "request", () => granted.push("a"));
  slots.take(here, "request", () => {
    granted.push("b");
    slots.take(here, "request", () => granted.push("d"));
  });
  slots.take(here, "request", () => granted.push("c"));
  release();
  expect(granted).toEqual(["a", "b"]);
});
