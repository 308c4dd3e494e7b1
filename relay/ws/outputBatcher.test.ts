import { expect, test } from "vitest";
import { createManualClock } from "../../shared/core/manualClock.fixture.ts";
import { createOutputBatcher } from "./outputBatcher.ts";

function open() {
  const clock = createManualClock();
  const counts = { sent: 0 };
  const made = createOutputBatcher(1000, clock, () => {
    counts.sent += 1;
  });
  return { clock, counts, ...made };
}

test("what comes now and then goes at once", () => {
  const { clock, counts, push } = open();
  for (let i = 1; i <= 100; i++) {
    push(10);
    expect(counts.sent).toBe(i);
    clock.advance(11);
  }
});

test("what pours is gathered after a while, and none of it waits for long", () => {
  const { clock, counts, push } = open();
  for (let i = 0; i < 50; i++) push(10);
  expect(counts.sent).toBe(16);
  clock.advance(2);
  expect(counts.sent).toBe(17);
  clock.advance(100);
  expect(counts.sent).toBe(17);
});

test("what is enough for a frame waits for nothing", () => {
  const { counts, push } = open();
  for (let i = 0; i < 50; i++) push(10);
  push(1000);
  expect(counts.sent).toBe(17);
});

test("an answer goes at once, however quickly one follows the other", () => {
  const { counts, push, flushNext } = open();
  for (let i = 1; i <= 100; i++) {
    flushNext();
    push(10);
    expect(counts.sent).toBe(i);
  }
});
