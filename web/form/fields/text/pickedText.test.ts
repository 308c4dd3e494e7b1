import { expect, test } from "vitest";
import { pickedText, pickerOf, pickerValue } from "./pickedText.ts";

test.each([
  ["date", "2026-02-03", -60, "2026-02-03"],
  ["time", "12:30", -60, "12:30:00+01:00"],
  ["time", "12:30:15", 210, "12:30:15-03:30"],
  ["datetime-local", "2026-02-03T04:05", 0, "2026-02-03T04:05:00Z"],
  ["color", "#00ff00", -60, "#00ff00"],
] as const)("a picked %s %s becomes what the format asks for", (type, value, offset, text) => {
  expect(pickedText(type, value, () => offset)).toBe(text);
});

test.each([
  ["date", "2026-02-03", "2026-02-03"],
  ["date", "tomorrow", ""],
  ["time", "12:30:15.5+05:30", "12:30:15"],
  ["datetime-local", "2026-02-03T04:05:06.123456+05:30", "2026-02-03T04:05:06"],
  ["datetime-local", "now", ""],
  ["color", "#00FF00", "#00ff00"],
  ["color", "red", ""],
] as const)("a %s picker starts with %s if it can", (type, text, value) => {
  expect(pickerValue(type, text)).toBe(value);
});

test("formats have the browser's pickers", () => {
  const types = ["date", "time", "date-time", "color", "email", undefined].map(pickerOf);
  expect(types).toEqual(["date", "time", "datetime-local", "color", undefined, undefined]);
});
