import fc from "fast-check";
import { expect, test } from "vitest";
import {
  anyMember,
  memberNamed,
  onOneLine,
  stringLiterals,
  stringMembers,
} from "./stringLiterals.ts";

const contents = (text: string) =>
  [...stringLiterals(text)].map(({ start, end }) => text.slice(start, end));
const members = (text: string, prefix = anyMember) =>
  [...stringMembers(text, prefix)].map(({ name, start, end }) => [name, text.slice(start, end)]);

test.each([
  ["", []],
  ['"', []],
  ['"a"', ["a"]],
  ['{"a":"b\\"c","d":"\\\\"}', ["a", 'b\\"c', "d", "\\\\"]],
  ['"a" "b', ["a"]],
])("the literals of %j", (text, found) => {
  expect(contents(text)).toEqual(found);
});

test("a value that is cut off ends with the text", () => {
  expect(members('{"a":"b","token" : "cut \\"off')).toEqual([
    ["a", "b"],
    ["token", 'cut \\"off'],
  ]);
});

test("a name is the same with escapes", () => {
  const text = '{"tok\\u0065n":"a","\\u0074OKE\\u004E":"b","\\"":"c","\\x":"d"}';
  expect(members(text)).toEqual([
    ["token", "a"],
    ["tOKEN", "b"],
    ['"', "c"],
    ["\\x", "d"],
  ]);
  expect(members(text, memberNamed("token"))).toEqual([["token", "a"]]);
  expect(members('{"t\\u006Fken":"a"}', memberNamed("token"))).toEqual([["token", "a"]]);
});

test("every literal of a JSON text is found", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (values) => {
      expect(contents(JSON.stringify(values)).map((each) => JSON.parse(`"${each}"`))).toEqual(
        values,
      );
    }),
  );
});

test("a literal with millions of escapes is read", () => {
  const long = JSON.stringify({ text: JSON.stringify(Array(1_000_000).fill("row")) });
  expect(members(long)).toHaveLength(1);
  expect(contents(long)).toHaveLength(2);
});

test("white space between tokens is removed, also around strings of millions of characters", () => {
  const long = "x\\n ".repeat(5_000_000);
  expect(onOneLine(`{\r\n  "a": [ 1,\n\t"${long}" ]\n}\n`) === `{"a":[1,"${long}"]}`).toBe(true);
  expect(onOneLine('{ "a": 1 }')).toBe('{ "a": 1 }');
  expect(onOneLine('{\n  "a b": "c\\n d",\r\n  "n": 1.0\n}')).toBe('{"a b":"c\\n d","n":1.0}');
});

test("in text that is not JSON, each line break becomes a space", () => {
  expect(onOneLine("{\r\n broken\r")).toBe("{  broken ");
  expect(onOneLine('{"a":1}\n{"a":2}')).toBe('{"a":1} {"a":2}');
});
