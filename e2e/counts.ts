/** Reads the numbers of passed, failed and skipped tests from the reports of Vitest and Playwright. */

/** Results of one test run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Reads the report of Vitest's `json` reporter. */
export function readVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = numbersOf(report);
  return {
    passed: numPassedTests ?? 0,
    failed: numFailedTests ?? 0,
    skipped: (numPendingTests ?? 0) + (numTodoTests ?? 0),
  };
}

/** Reads the report of Playwright's `json` reporter. */
export function readPlaywright(report: unknown): Counts {
  const { stats } = report as { stats?: unknown };
  const { expected, unexpected, skipped } = numbersOf(stats);
  return { passed: expected ?? 0, failed: unexpected ?? 0, skipped: skipped ?? 0 };
}

function numbersOf(value: unknown): Readonly<Record<string, number | undefined>> {
  return typeof value === "object" && value !== null ? (value as Record<string, number>) : {};
}
