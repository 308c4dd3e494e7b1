import { expect, test } from "vitest";
import { createProgress, describeCounts, describeSkipped } from "./progress.ts";

/** A progress whose time passes when the test says so. */
function open(screen: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  let [time, look] = [0, () => {}];
  const progress = createProgress("files", {
    screen: { ...screen, write: (text) => written.push(text) },
    now: () => time,
    every: (_milliseconds, next) => {
      look = next;
      return () => {};
    },
  });
  const wait = (milliseconds: number) => {
    time += milliseconds;
    look();
  };
  return { progress, written, wait };
}

test("a log gets a line per interval, and each failure at once", () => {
  const { progress, written, wait } = open();
  progress.begin(3);
  progress.started("a.test.ts");
  progress.started("b.test.ts");
  progress.passed();
  progress.ended("a.test.ts");
  expect(written).toEqual([]);
  progress.failed("b.test.ts > adds", "expected 1\n");
  expect(written.splice(0)).toEqual(["FAILED b.test.ts > adds\nexpected 1\n\n"]);
  wait(61_000);
  expect(written).toEqual(["1 of 3 files, 1 passed, 1 failed, 1:01, b.test.ts\n"]);
});

test("a terminal has one line, which fits", () => {
  const { progress, written } = open({ isTTY: true, columns: 50 });
  progress.begin(2);
  progress.started("a/long/name/of/a/file.test.ts");
  progress.failed("title", "details");
  expect(written).toEqual([
    "\r\u001b[2K0 of 2 files, 0 passed, 0 failed, 0:00",
    "\r\u001b[2K0 of 2 files, 0 passed, 0 failed, 0:00, a/long/na",
    "\r\u001b[2KFAILED title\ndetails\n\n",
    "\r\u001b[2K0 of 2 files, 0 passed, 1 failed, 0:00, a/long/na",
  ]);
});

test("the last line has the counts, which the results have as well", () => {
  const { progress, written } = open();
  progress.begin(1);
  progress.started("a.test.ts");
  progress.passed();
  progress.skipped("in Firefox", "firefox is not installed here");
  progress.ended("a.test.ts");
  progress.end();
  expect(written).toEqual(["1 of 1 files, 1 passed, 0 failed, 1 skipped, 0:00\n"]);
  expect(progress.results()).toEqual({
    passed: 1,
    failed: [],
    skipped: [{ title: "in Firefox", reason: "firefox is not installed here" }],
  });
});

test("skipped tests are named with their reason, many of one reason together", () => {
  const tests = [
    { title: "one", reason: "no browser" },
    { title: "two", reason: "no browser" },
    { title: "three", reason: "no Redis" },
    { title: "needs nginx, which is not installed here" },
  ];
  expect(describeSkipped(tests)).toEqual([
    "2 tests: no browser",
    "three: no Redis",
    "needs nginx, which is not installed here",
  ]);
  expect(describeSkipped([])).toEqual([]);
});

test("counts", () => {
  expect(describeCounts({ passed: 3, failed: 0, skipped: 0 })).toBe("3 passed, 0 failed");
  expect(describeCounts({ passed: 3, failed: 1, skipped: 2 })).toBe(
    "3 passed, 1 failed, 2 skipped",
  );
});
