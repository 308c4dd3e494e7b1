/** Checks the summary's arithmetic on reports as the reporters write them. */
import { expect, test } from "vitest";
import { readPlaywright, readVitest } from "./counts.ts";

test("Vitest's report", () => {
  const report = {
    numTotalTests: 9,
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    success: false,
  };
  expect(readVitest(report)).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

test("Playwright's report; what passed at the second try is told", () => {
  const report = {
    suites: [],
    errors: [],
    stats: { startTime: "", duration: 1, expected: 7, skipped: 1, unexpected: 2, flaky: 1 },
  };
  expect(readPlaywright(report)).toEqual({ passed: 8, failed: 2, skipped: 1, flaky: 1 });
});

test("a report without figures counts nothing", () => {
  expect(readPlaywright({})).toEqual({ passed: 0, failed: 0, skipped: 0 });
  expect(readVitest(null)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
