import { expect, test } from "vitest";
import { textAt } from "./textAt.ts";

const text =
  '{ "a": {"n": 1.50e+2, "big": 12345678901234567890}, "b": [ "x\\u0041", null ], "a b": "" }';

test.each<readonly [readonly (string | number)[], string | undefined]>([
  [["a", "n"], "1.50e+2"],
  [["a", "big"], "12345678901234567890"],
  [["a"], '{"n": 1.50e+2, "big": 12345678901234567890}'],
  [["b", 0], '"x\\u0041"'],
  [["b", 1], "null"],
  [["b"], '[ "x\\u0041", null ]'],
  [["a b"], '""'],
  [[], text],
  [["c"], undefined],
  [["b", 2], undefined],
  [["a", "n", "deeper"], undefined],
])("the source text at %j", (path, cut) => expect(textAt(text, path)).toBe(cut));

test("the last of duplicate names counts, as in JSON.parse", () => {
  expect(textAt('{"a":1,"a":2}', ["a"])).toBe("2");
});

test("a value in truncated text is found where it is complete", () => {
  expect(textAt('{"a": [1, 2], "b": ', ["a"])).toBe("[1, 2]");
});

test.each([
  ["empty text", ""],
  ["too long a text", `{"a":"${"x".repeat(1_000_000)}"}`],
  ["deep nesting", `{"a":${"[".repeat(400_000)}`],
])("%s has no such value", (_, broken) => expect(textAt(broken, ["a"])).toBeUndefined());
