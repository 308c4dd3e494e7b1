import { expect, test } from "vitest";
import { createSlots, type SlotUse } from "./slots.ts";

const here = "http://localhost";

/** Takes slots by name and records the order in which they are granted. */
function setUp(most: number) {
  const slots = createSlots(most);
  const went: string[] = [];
  const take = (name: string, use: SlotUse = "request", origin = here) =>
    slots.take(origin, use, () => went.push(name));
  return { went, take };
}

test("up to the limit slots are granted at once, then in order as slots become free", () => {
  const { went, take } = setUp(2);
  const giveBack = ["a", "b", "c", "d", "e"].map((name) => take(name));
  expect(went).toEqual(["a", "b"]);
  giveBack[1]?.();
  expect(went).toEqual(["a", "b", "c"]);
  giveBack[0]?.();
  giveBack[2]?.();
  expect(went).toEqual(["a", "b", "c", "d", "e"]);
});

test("origins do not wait for each other", () => {
  const { went, take } = setUp(1);
  take("a");
  take("b", "request", "http://localhost:81");
  expect(went).toEqual(["a", "b"]);
});

test("an entry that leaves the queue gets no slot", () => {
  const { went, take } = setUp(1);
  const giveBack = take("a");
  const leave = take("b");
  take("c");
  leave();
  expect(went).toEqual(["a"]);
  giveBack();
  expect(went).toEqual(["a", "c"]);
});

test("a slot is released once", () => {
  const { went, take } = setUp(1);
  const giveBack = take("a");
  take("b");
  take("c");
  giveBack();
  giveBack();
  expect(went).toEqual(["a", "b"]);
});

test("long-lived exchanges leave a slot to requests, even if they came first", () => {
  const { went, take } = setUp(3);
  const giveBack = ["a", "b", "c"].map((name) => take(name, "long-lived"));
  expect(went).toEqual(["a", "b"]);
  take("request");
  take("next request");
  expect(went).toEqual(["a", "b", "request"]);
  giveBack[0]?.();
  expect(went).toEqual(["a", "b", "request", "c"]);
  giveBack[1]?.();
  expect(went).toEqual(["a", "b", "request", "c", "next request"]);
});

test("taking another slot while one is granted keeps the order", () => {
  const slots = createSlots(1);
  const went: string[] = [];
  const giveBack = slots.take(here, "request", () => went.push("a"));
  slots.take(here, "request", () => {
    went.push("b");
    slots.take(here, "request", () => went.push("d"));
  });
  slots.take(here, "request", () => went.push("c"));
  giveBack();
  expect(went).toEqual(["a", "b"]);
});
