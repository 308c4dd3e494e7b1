import { expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { createManualClock } from "../../../shared/core/manualClock.fixture.ts";
import { writeAfterChanges } from "./writeAfterChanges.ts";

/** A clock, and a function that advances it and lets the due writes run. */
function createClock() {
  const clock = createManualClock();
  const pass = async (ms: number) => {
    clock.advance(ms);
    await Promise.resolve();
  };
  return { clock, pass };
}

function start() {
  const { clock, pass } = createClock();
  const text = createStore(() => ({ text: "" }));
  const connection = createStore(() => ({ isOpen: false }));
  const written: string[] = [];
  const write = vi.fn(async () => void written.push(text.getState().text));
  const told: boolean[] = [];
  const writeNow = writeAfterChanges({
    important: [connection],
    others: [text],
    write,
    onStored: (isStored) => told.push(isStored),
    clock,
  });
  return { text, connection, written, told, writeNow, pass };
}

test("the state is stored at the start, and once after several changes", async () => {
  const { text, written, pass } = start();
  await pass(0);
  expect(written).toEqual([""]);
  for (const typed of ["a", "ab", "abc"]) {
    text.setState({ text: typed });
    await pass(100);
  }
  expect(written).toEqual([""]);
  await pass(250);
  expect(written).toEqual(["", "abc"]);
});

test("changes that never pause are stored once a second", async () => {
  const { text, written, pass } = start();
  await pass(0);
  for (let step = 1; step <= 30; step++) {
    text.setState({ text: `${step}` });
    await pass(100);
  }
  expect(written).toEqual(["", "10", "20", "30"]);
});

test("it is told when something is not stored yet, and when all is", async () => {
  const { text, told, pass } = start();
  await pass(0);
  await vi.waitFor(() => expect(told).toEqual([false, true]));
  text.setState({ text: "a" });
  text.setState({ text: "ab" });
  expect(told).toEqual([false, true, false]);
  await pass(250);
  await vi.waitFor(() => expect(told).toEqual([false, true, false, true]));
});

test("an important change is stored without waiting", async () => {
  const { text, connection, written, pass } = start();
  await pass(0);
  text.setState({ text: "typed" });
  connection.setState({ isOpen: true });
  await pass(0);
  expect(written).toEqual(["", "typed"]);
});

test("a state is stored after the one before it, also if that takes long", async () => {
  const { clock, pass } = createClock();
  const text = createStore(() => ({ text: "first" }));
  const stored: string[] = [];
  const told: boolean[] = [];
  let finish = () => {};
  const writeNow = writeAfterChanges({
    important: [],
    others: [text],
    clock,
    onStored: (isStored) => told.push(isStored),
    async write() {
      const value = text.getState().text;
      if (value === "first") await new Promise<void>((resolve) => (finish = resolve));
      stored.push(value);
    },
  });
  await pass(0);
  text.setState({ text: "second" });
  void writeNow();
  expect(stored).toEqual([]);
  finish();
  await vi.waitFor(() => expect(stored).toEqual(["first", "second"]));
  // not after the first one
  await vi.waitFor(() => expect(told).toEqual([false, false, true]));
});
