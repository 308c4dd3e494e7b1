import { expect, test } from "vitest";
import { formatCount, formatElapsed, formatMs, formatSize, formatTimeOfDay } from "./quantities.ts";

test.each([
  [0, "0.0 ms"],
  [-1, "0.0 ms"],
  [0.44, "0.4 ms"],
  [9.94, "9.9 ms"],
  [9.96, "10 ms"],
  [999.4, "999 ms"],
  [999.6, "1.00 s"],
  [59_994, "59.99 s"],
  [59_996, "1 min 00 s"],
  [123_400, "2 min 03 s"],
])("a duration of %d ms is %s", (ms, text) => expect(formatMs(ms)).toBe(text));

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [999_949, "999.9 kB"],
  [999_950, "1.0 MB"],
  [12_345_678, "12.3 MB"],
])("%d bytes are %s", (bytes, text) => expect(formatSize(bytes)).toBe(text));

test.each([
  [0, "0.000"],
  [-3, "0.000"],
  [1234.4, "1.234"],
  [59_999.6, "1:00.000"],
  [62_005, "1:02.005"],
  [3_723_004, "1:02:03.004"],
])("an offset of %d ms is %s", (ms, text) => expect(formatElapsed(ms)).toBe(text));

test("the time of day has milliseconds", () => {
  expect(formatTimeOfDay(new Date(2026, 0, 2, 3, 4, 5, 6).getTime())).toBe("03:04:05.006");
});

test("a count has its noun in the right number", () => {
  expect([
    formatCount(1, "tool"),
    formatCount(0, "tool"),
    formatCount(1200, "entry", "entries"),
  ]).toEqual(["1 tool", "0 tools", "1,200 entries"]);
});
