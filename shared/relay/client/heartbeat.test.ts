import { expect, test } from "vitest";
import { createManualClock } from "../../core/manualClock.fixture.ts";
import { createHeartbeat } from "./heartbeat.ts";

function open() {
  const clock = createManualClock();
  const seen = { asked: 0, lost: 0 };
  const heartbeat = createHeartbeat({
    clock,
    ask: () => seen.asked++,
    lost: () => seen.lost++,
  });
  return { clock, seen, heartbeat };
}

test("silence is detected within 30 seconds, whenever it begins", () => {
  for (const heardAt of [0, 1, 7999, 8001, 12_001]) {
    const { clock, seen, heartbeat } = open();
    heartbeat.start();
    clock.advance(heardAt);
    heartbeat.received();
    clock.advance(30_000);
    expect(seen.lost).toBe(1);
    expect(clock.waits()).toEqual([]);
  }
});

test("an active relay is not pinged, and one that answers stays connected", () => {
  const { clock, seen, heartbeat } = open();
  heartbeat.start();
  for (let second = 0; second < 60; second++) {
    clock.advance(1000);
    heartbeat.received();
  }
  expect(seen).toEqual({ asked: 0, lost: 0 });
  for (let second = 0; second < 600; second++) {
    const before = seen.asked;
    clock.advance(1000);
    if (seen.asked > before) heartbeat.received();
  }
  expect(seen.asked).toBeGreaterThan(30);
  expect(seen.lost).toBe(0);
});

test("an answer to the second ping is in time", () => {
  const { clock, seen, heartbeat } = open();
  heartbeat.start();
  heartbeat.check();
  clock.advance(4000);
  expect(seen).toEqual({ asked: 2, lost: 0 });
  heartbeat.received();
  clock.advance(4000);
  expect(seen.lost).toBe(0);
});

test("a check sends one ping immediately, and none while nothing is open", () => {
  const { clock, seen, heartbeat } = open();
  heartbeat.check();
  expect(seen.asked).toBe(0);
  heartbeat.start();
  heartbeat.check();
  heartbeat.check();
  expect(seen.asked).toBe(1);
  clock.advance(8000);
  expect(seen.lost).toBe(1);
  heartbeat.check();
  expect(seen.asked).toBe(2);
});
