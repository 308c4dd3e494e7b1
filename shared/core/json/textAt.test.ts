import { expect, test } from "vitest";
import { beginningAt, textAt } from "./textAt.ts";

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
  ["escaped quotes", String.raw`{"b": "\"a\": 1", "a": "\\"}`, String.raw`"\\"`],
  ["an escaped name", String.raw`{"\u0061": 7}`, "7"],
  ["a name of the platform", '{"__proto__": 1, "a": 2}', "2"],
  ["a value that looks like the name", '{"b": "a", "a": true}', "true"],
])("%s: the value is found", (_, source, cut) => expect(textAt(source, ["a"])).toBe(cut));

test("a value is found in a long and deeply nested text", () => {
  const deep = `${"[".repeat(400_000)}${"]".repeat(400_000)}`;
  expect(textAt(`{"x":"${"y".repeat(2_000_000)}","a":${deep}}`, ["a"])).toBe(deep);
});

test.each([
  ["empty text", ""],
  ["an unclosed value", `{"a":${"[".repeat(400_000)}`],
  ["an unclosed string", '{"a":"x'],
  ["a name without a value", '{"a"'],
  ["an unquoted name", "{a: 1}"],
  ["a list", '["a", 1]'],
])("%s has no such value", (_, broken) => expect(textAt(broken, ["a"])).toBeUndefined());

const rest = "y".repeat(100);
test.each<readonly [string, string, readonly (string | number)[], ReturnType<typeof beginningAt>]>([
  ["short", '{"a":[1]}', ["a"], { text: "[1]", isCut: false }],
  ["long", `{"a":"${rest}"}`, ["a"], { text: `"${"y".repeat(19)}`, isCut: true }],
  ["long, and never ends", `{"a":["${rest}`, ["a"], { text: `["${"y".repeat(18)}`, isCut: true }],
  ["the whole text", `["${rest}"]`, [], { text: `["${"y".repeat(18)}`, isCut: true }],
  ["short, in a long text", `{"a":[1, 2],"b":"${rest}"}`, ["a"], { text: "[1, 2]", isCut: false }],
  ["in a batch", `[ {"x":"]"}, {"a": 1} ,"${rest}"]`, [1, "a"], { text: "1", isCut: false }],
  [
    "of the length",
    '{"a":"345678901234567890"}',
    ["a"],
    { text: '"345678901234567890"', isCut: false },
  ],
  ["beyond what is looked at", `{"b":"${rest}","a":1}`, ["a"], undefined],
  ["missing", `{"b":1, "c":"${rest}"}`, ["a"], undefined],
  ["missing in a list", `[1,"${rest}"]`, [2], undefined],
])("the beginning of a value that is %s", (_, source, path, beginning) =>
  expect(beginningAt(source, path, 20)).toEqual(beginning),
);
