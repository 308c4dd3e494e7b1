import { expect, test } from "vitest";
import { findHeader, type Header } from "./headers.ts";

const headers: readonly Header[] = [
  ["Content-Type", "application/json"],
  ["x-twice", "first"],
  ["X-Twice", "second"],
];

test.each([
  ["content-type", "application/json"],
  ["CONTENT-TYPE", "application/json"],
  ["X-Twice", "first"],
  ["content", undefined],
])("%s: %s", (name, value) => {
  expect(findHeader(headers, name)).toBe(value);
});
