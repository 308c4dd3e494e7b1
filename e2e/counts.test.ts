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

test("Playwright's report", () => {
  const stats = { startTime: "", duration: 1, expected: 7, skipped: 1, unexpected: 2, flaky: 0 };
  expect(readPlaywright({ suites: [], errors: [], stats })).toEqual({
    passed: 7,
    failed: 2,
    skipped: 1,
  });
});

test("a report without figures counts nothing", () => {
  expect(readPlaywright({})).toEqual({ passed: 0, failed: 0, skipped: 0 });
  expect(readVitest(null)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
