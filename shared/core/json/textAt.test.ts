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
])("%j is cut out as it was written", (path, cut) => expect(textAt(text, path)).toBe(cut));

test("of members of the same name the last one counts, as for JSON.parse", () => {
  expect(textAt('{"a":1,"a":2}', ["a"])).toBe("2");
});

test("a text that ends early gives what is there", () => {
  expect(textAt('{"a": [1, 2], "b": ', ["a"])).toBe("[1, 2]");
});

test.each([
  ["no text at all", ""],
  ["too long a text", `{"a":"${"x".repeat(1_000_000)}"}`],
  ["nesting without end", `{"a":${"[".repeat(400_000)}`],
])("%s has no such value", (_, broken) => expect(textAt(broken, ["a"])).toBeUndefined());
