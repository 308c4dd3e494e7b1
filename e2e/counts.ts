/** Reads how many test cases passed out of the reports of Vitest and Playwright. */

/** How many test cases ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of those that passed, how many needed a second try. */
  readonly flaky?: number;
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
  const { expected, unexpected, flaky, skipped } = numbersOf(
    (report as { readonly stats?: unknown }).stats,
  );
  return {
    passed: (expected ?? 0) + (flaky ?? 0),
    failed: unexpected ?? 0,
    skipped: skipped ?? 0,
    ...(flaky ? { flaky } : {}),
  };
}

function numbersOf(value: unknown): Readonly<Record<string, number | undefined>> {
  return typeof value === "object" && value !== null ? (value as Record<string, number>) : {};
}
