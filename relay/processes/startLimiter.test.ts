import { expect, test } from "vitest";
import { createStartLimiter } from "./startLimiter.ts";

function open(limits = {}) {
  const clock = { now: 5000 };
  const all = { processes: 8, processesPerSession: 4, startsPerMinute: 3, ...limits };
  return { clock, ...createStartLimiter(all, () => clock.now) };
}

test("limits the processes per session and of all sessions", () => {
  const { refusal } = open();
  expect(refusal("a", 3, 7)).toBeUndefined();
  expect(refusal("a", 4, 4)).toEqual({
    problem: "process-limit",
    reason: "This session has 4 processes, the most that the relay allows: stop one first",
  });
  expect(refusal("b", 0, 8)).toMatchObject({
    problem: "process-limit",
    reason: expect.stringContaining("The relay runs 8 processes for all sessions"),
  });
});

test("ten thousand quick restarts are a few, and each session has its own", () => {
  const { clock, refusal } = open();
  let started = 0;
  for (let i = 0; i < 10_000; i++) {
    if (refusal("a", 0, 0) === undefined) started += 1;
    clock.now += 1;
  }
  expect(started).toBe(3);
  expect(refusal("a", 0, 0)).toEqual({
    problem: "start-rate",
    reason:
      "This session has started 3 processes within a minute, the most that the relay allows: try again in 10 s",
  });
  expect(refusal("b", 0, 0)).toBeUndefined();
  clock.now += 10_000;
  expect(refusal("a", 0, 0)).toBeUndefined();
  expect(refusal("a", 0, 0)?.reason).toContain("try again in 20 s");
});

test("a start refused for another reason does not count", () => {
  const { refusal } = open();
  for (let i = 0; i < 10; i++) expect(refusal("a", 4, 4)?.problem).toBe("process-limit");
  expect(refusal("a", 0, 0)).toBeUndefined();
});
