import { expect, test } from "vitest";
import { createSlots, type SlotUse } from "./slots.ts";

const here = "http://localhost";

/** Takes slots by name and records the order in which they are granted. */
function setUp(max: number) {
  const slots = createSlots(max);
  const granted: string[] = [];
  const take = (name: string, use: SlotUse = "call", origin = here) =>
    slots.take(origin, use, () => granted.push(name), name);
  return { granted, take, slots };
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
  take("b", "call", "http://localhost:81");
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
  take("call");
  take("next request");
  expect(granted).toEqual(["a", "b", "call"]);
  release[0]?.();
  expect(granted).toEqual(["a", "b", "call", "c"]);
  release[1]?.();
  expect(granted).toEqual(["a", "b", "call", "c", "next request"]);
});

test("taking another slot while one is granted keeps the order", () => {
  const slots = createSlots(1);
  const granted: string[] = [];
  const release = slots.take(here, "call", () => granted.push("a"));
  slots.take(here, "call", () => {
    granted.push("b");
    slots.take(here, "call", () => granted.push("d"));
  });
  slots.take(here, "call", () => granted.push("c"));
  release();
  expect(granted).toEqual(["a", "b"]);
});

test("short exchanges have a slot that calls cannot take, and wait for each other", () => {
  const { granted, take } = setUp(2);
  take("a");
  take("b", "long-lived");
  const release = take("ping", "short");
  take("completion", "short");
  take("c");
  expect(granted).toEqual(["a", "b", "ping"]);
  release();
  expect(granted).toEqual(["a", "b", "ping", "completion"]);
});

test("short exchanges use the slots of calls while these are free", () => {
  const { granted, take } = setUp(2);
  const release = ["a", "b", "c"].map((name) => take(name, "short"));
  take("call");
  expect(granted).toEqual(["a", "b", "c"]);
  release[0]?.();
  expect(granted).toEqual(["a", "b", "c", "call"]);
});

test("one queued exchange at a time gets the connection that is left, out of turn", () => {
  const { granted, take, slots } = setUp(2);
  const release = ["a", "b", "c", "d", "e"].map((name) => take(name));
  expect(slots.canSendNow("d")).toBe(true);
  slots.sendNow("d");
  expect(granted).toEqual(["a", "b", "d"]);
  // the last connection is for answers and cancellations
  expect(slots.canSendNow("e")).toBe(false);
  slots.sendNow("e");
  slots.sendNow("unknown");
  expect(granted).toEqual(["a", "b", "d"]);
  release[0]?.();
  expect(granted).toEqual(["a", "b", "d"]);
  release[3]?.();
  expect(granted).toEqual(["a", "b", "d", "c"]);
  expect(slots.canSendNow("e")).toBe(true);
});
