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
    reason: "This session has as many processes as the relay allows (4): stop one first",
  });
  expect(refusal("b", 0, 8)).toMatchObject({
    problem: "process-limit",
    reason: expect.stringContaining("as many processes for all sessions as it allows (8)"),
  });
});

test("of ten thousand quick restarts few are allowed, and each session has its own limit", () => {
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
      "This session has started as many processes within a minute as the relay allows (3): try again in 10 s",
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

test("a full bucket allows all its starts at any time, whole milliseconds or not", () => {
  for (const startsPerMinute of [1, 3, 7, 60]) {
    for (let at = 0; at < 1000; at++) {
      const { clock, refusal } = open({ startsPerMinute });
      clock.now = at * 310.7 + 1 / 3;
      const starts = Array.from({ length: startsPerMinute + 1 }, () => refusal("a", 0, 0)?.problem);
      expect(starts.filter((problem) => problem === undefined)).toHaveLength(startsPerMinute);
    }
  }
});
