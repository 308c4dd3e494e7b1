import { expect, test } from "vitest";
import { failuresByFile, readPlaywright, readVitest } from "./counts.ts";

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

test("Playwright's report names the tests that passed when they were retried", () => {
  const spec = (title: string, status: string) => ({
    file: "relay.spec.ts",
    line: 12,
    title,
    tests: [{ status }],
  });
  const report = {
    suites: [
      {
        specs: [spec("steady", "expected"), spec("unsteady", "flaky")],
        suites: [{ specs: [spec("nested", "flaky"), spec("broken", "unexpected")] }],
      },
    ],
    errors: [],
    stats: { startTime: "", duration: 1, expected: 7, skipped: 1, unexpected: 2, flaky: 2 },
  };
  expect(readPlaywright(report)).toEqual({
    passed: 9,
    failed: 2,
    skipped: 1,
    flaky: ["relay.spec.ts:12 unsteady", "relay.spec.ts:12 nested"],
  });
});

test("a report without figures counts nothing", () => {
  expect(readPlaywright({})).toEqual({ passed: 0, failed: 0, skipped: 0 });
  expect(readVitest(null)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test("the failures of Vitest's report are listed by file", () => {
  const assertionResults = [
    { status: "passed", fullName: "a" },
    { status: "failed", fullName: "b" },
  ];
  const testResults = [
    { name: "one.test.ts", status: "failed", assertionResults },
    { name: "two.test.ts", status: "passed", assertionResults: [] },
    { name: "three.test.ts", status: "failed", assertionResults: [] },
  ];
  expect(failuresByFile({ testResults })).toEqual(
    new Map([
      ["one.test.ts", ["b"]],
      ["three.test.ts", []],
    ]),
  );
  expect(failuresByFile({})).toEqual(new Map());
});
