import { expect, test } from "vitest";
import { formatPairs, parsePairs } from "./pairs.ts";

test.each([
  ["", [], undefined],
  ["\n  \n", [], undefined],
  ["X-Key: abc", [["X-Key", "abc"]], undefined],
  ["X-Key:abc:def ", [["X-Key", "abc:def"]], undefined],
  [
    "X-Key:\nB: 2",
    [
      ["X-Key", ""],
      ["B", "2"],
    ],
    undefined,
  ],
  [
    "A: 1\r\nA: 2",
    [
      ["A", "1"],
      ["A", "2"],
    ],
    undefined,
  ],
  [
    "A: 1\nno pair\nB: 2\n: 3",
    [
      ["A", "1"],
      ["B", "2"],
    ],
    2,
  ],
  ["two words: 1", [], 1],
  ["Ä: 1", [], 1],
])("%j", (text, pairs, invalidLine) => {
  expect(parsePairs(text)).toEqual({ pairs, invalidLine });
});

test("formatted pairs parse to the same pairs", () => {
  const pairs = [
    ["One", "1"],
    ["Two", "a : b = c"],
  ] as const;
  expect(parsePairs(formatPairs(pairs))).toEqual({ pairs, invalidLine: undefined });
});
