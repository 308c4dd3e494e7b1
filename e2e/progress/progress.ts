/** Shows how far a test run is, prints its failures at once, and collects its results. */
import { writeFileSync } from "node:fs";

/** A test that was not run. */
export interface SkippedTest {
  readonly title: string;
  readonly reason?: string;
}

export interface Results {
  readonly passed: number;
  /** Titles of the failed tests. */
  readonly failed: readonly string[];
  readonly skipped: readonly SkippedTest[];
}

export interface Progress {
  /** @param units how many units there are altogether */
  begin(units: number): void;
  /** A unit (a file, a journey, a trial) has started. */
  started(unit: string): void;
  ended(unit: string): void;
  passed(): void;
  /** @param details what is printed below the title */
  failed(title: string, details: string): void;
  skipped(title: string, reason?: string): void;
  /** Prints the last line and writes the results to the file that the environment names. */
  end(): void;
  results(): Results;
}

/** What the progress is shown on: standard output. */
export interface Screen {
  /** A terminal gets one line, which is written again; anything else gets a line now and then. */
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface ProgressParts {
  readonly screen: Screen;
  /** Milliseconds. */
  readonly now: () => number;
  /** Calls a function again and again; returns what ends that. */
  readonly every: (milliseconds: number, look: () => void) => () => void;
}

/** Environment variable: the file for the results. */
export const resultsVariable = "TEST_RESULTS";

/** Milliseconds between two lines that are not on a terminal. */
const plainInterval = 30_000;

const parts: ProgressParts = {
  screen: process.stdout,
  now: () => performance.now(),
  every(milliseconds, look) {
    const timer = setInterval(look, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

/** @param what the units in the plural, such as `files` */
export function createProgress(
  what: string,
  { screen, now, every }: ProgressParts = parts,
): Progress {
  const failed: string[] = [];
  const skipped: SkippedTest[] = [];
  const running = new Set<string>();
  const startedAt = now();
  let [units, ended, passed] = [0, 0, 0];

  const text = () => {
    const counts = describeCounts({ passed, failed: failed.length, skipped: skipped.length });
    const [first] = running;
    const more = running.size > 1 ? ` and ${running.size - 1} more` : "";
    const now = first === undefined ? "" : `, ${first}${more}`;
    return `${ended} of ${units} ${what}, ${counts}, ${elapsed()}${now}`;
  };
  const elapsed = () => {
    const seconds = Math.floor((now() - startedAt) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const clear = () => (screen.isTTY ? "\r\u001b[2K" : "");
  const draw = () => {
    if (screen.isTTY) screen.write(`${clear()}${text().slice(0, (screen.columns || 80) - 1)}`);
  };
  const stop = screen.isTTY
    ? every(1000, draw)
    : every(plainInterval, () => screen.write(`${text()}\n`));

  return {
    begin(all) {
      units = all;
      draw();
    },
    started(unit) {
      running.add(unit);
      draw();
    },
    ended(unit) {
      running.delete(unit);
      ended++;
      draw();
    },
    passed: () => void passed++,
    failed(title, details) {
      failed.push(title);
      screen.write(`${clear()}FAILED ${title}\n${details.trimEnd()}\n\n`);
      draw();
    },
    skipped(title, reason) {
      skipped.push(reason === undefined ? { title } : { title, reason });
    },
    end() {
      stop();
      running.clear();
      screen.write(`${clear()}${text()}\n`);
      const file = process.env[resultsVariable];
      if (file) writeFileSync(file, JSON.stringify({ passed, failed, skipped }));
    },
    results: () => ({ passed, failed, skipped }),
  };
}

/** Figures in the form of the last line of a run. */
export function describeCounts(counts: {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}): string {
  const { passed, failed, skipped } = counts;
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** One line per skipped test, or per reason that several have. */
export function describeSkipped(tests: readonly SkippedTest[]): string[] {
  const byReason = Map.groupBy(tests, ({ title, reason }) => reason ?? title);
  return [...byReason].map(([reason, same]) => {
    if (same.length > 1) return `${same.length} tests: ${reason}`;
    const [only] = same;
    return only?.reason === undefined ? reason : `${only.title}: ${reason}`;
  });
}
