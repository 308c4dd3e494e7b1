/** Reads the numbers of passed, failed and skipped tests from the reports of Vitest and Playwright. */

/** Results of one test run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed first and passed when they were retried, as `file:line title`. */
  readonly flaky?: readonly string[];
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

/** A test file in the report of Vitest's `json` reporter. */
interface VitestFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

/**
 * Lists the failures in the report of Vitest's `json` reporter by file.
 * @returns the titles of the failed tests; none for a file that could not be loaded
 */
export function failuresByFile(report: unknown): ReadonlyMap<string, readonly string[]> {
  const { testResults = [] } = report as { testResults?: readonly VitestFile[] };
  const failed = testResults.filter(({ status }) => status === "failed");
  return new Map(
    failed.map(({ name, assertionResults }) => [
      name,
      assertionResults.filter(({ status }) => status === "failed").map((test) => test.fullName),
    ]),
  );
}

/** A suite in the report of Playwright's `json` reporter: a file or a `describe` block. */
interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
}

/** Reads the report of Playwright's `json` reporter; flaky tests count as passed. */
export function readPlaywright(report: unknown): Counts {
  const { stats, suites } = report as { stats?: unknown; suites?: readonly PlaywrightSuite[] };
  const { expected, unexpected, flaky, skipped } = numbersOf(stats);
  const names = (suites ?? []).flatMap(flakyTestsOf);
  return {
    passed: (expected ?? 0) + (flaky ?? 0),
    failed: unexpected ?? 0,
    skipped: skipped ?? 0,
    ...(names.length > 0 ? { flaky: names } : {}),
  };
}

function flakyTestsOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
    .map(({ file, line, title }) => `${file}:${line} ${title}`);
  return [...own, ...suites.flatMap(flakyTestsOf)];
}

function numbersOf(value: unknown): Readonly<Record<string, number | undefined>> {
  return typeof value === "object" && value !== null ? (value as Record<string, number>) : {};
}
