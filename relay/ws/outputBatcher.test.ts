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

test("flushes occasional output immediately", () => {
  const { clock, counts, push } = open();
  for (let i = 1; i <= 100; i++) {
    push(10);
    expect(counts.sent).toBe(i);
    clock.advance(11);
  }
});

test("batches bulk output with a bounded delay", () => {
  const { clock, counts, push } = open();
  for (let i = 0; i < 50; i++) push(10);
  expect(counts.sent).toBe(16);
  clock.advance(2);
  expect(counts.sent).toBe(17);
  clock.advance(100);
  expect(counts.sent).toBe(17);
});

test("flushes output that fills a frame immediately", () => {
  const { counts, push } = open();
  for (let i = 0; i < 50; i++) push(10);
  push(1000);
  expect(counts.sent).toBe(17);
});

test("flushes each reply immediately, also in quick succession", () => {
  const { counts, push, flushNext } = open();
  for (let i = 1; i <= 100; i++) {
    flushNext();
    push(10);
    expect(counts.sent).toBe(i);
  }
});
