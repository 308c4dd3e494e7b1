import fc from "fast-check";
import { expect, test } from "vitest";
import { finish } from "../steps.ts";
import { parseInSteps } from "./parseInSteps.ts";

/** The value or the error's message, both written so that the order of names and `__proto__` count. */
function resultOf(parse: () => unknown): string {
  try {
    return JSON.stringify(parse());
  } catch (error) {
    return String(error);
  }
}

function expectSame(text: string, stepLength: number) {
  const inSteps = resultOf(() => finish(parseInSteps(text, stepLength)));
  expect(inSteps, `${text.slice(0, 200)} in steps of ${stepLength}`).toBe(
    resultOf(() => JSON.parse(text)),
  );
}

test.each([
  "",
  " ",
  "1",
  '"a,b"',
  " [ ] ",
  "{}",
  "[[[[]]]]",
  "[[],[],{}]",
  '{"a":{"b":[1,2,{"c":"d"}]},"e":[[3,4],[5,6]]}',
  '{"__proto__":{"a":[1,2,3]},"b":1,"__proto__":[4,5]}',
  '{"a":1,"b":2,"a":[3,4,5,6,7]}',
  '{"2":"b","1":"a","x":[0,0,0]}',
  '["\\"],[","\\\\",{"a]":"}"}]',
  '{"name\\"d": "a\\n\\u0041\\\\u00\\ud83d\\ude00 b\\\\\\"c" , "d":["\\\\", "\\u00e4\\u00F6"]}',
  '["\\u00e4\\u00f6\\u00fc" "a"]',
  '["abc\\u00g0def"]',
  '["abc\\xdef", 1]',
  '"abc\\u00',
  '{"a" "b":"cdefg"}',
  '{"a":"bcdefg":1}',
  '["abcdef":1]',
  '{"abcdefgh"}',
  '["abc\ndef"]',
  `${"[".repeat(40)}1,2${"]".repeat(40)}`,
  "[1,]",
  "[,1]",
  "[[1,2,3],]",
  "[[1,2,3],,4]",
  "[[1,2,3]4]",
  "[4[1,2,3]]",
  "[-[1,2,3]]",
  "[[1,2,3}]",
  "[1,2,3",
  "[[1,2,3],[4,5,6]",
  "[1,2],[3,4]",
  "[1,2]]",
  '{"a":[1,2,3],}',
  '{"a":[1,2,3] "b":4}',
  '{"a" [1,2,3]}',
  "{[1,2,3]}",
  '{"a":[1,2,3}]',
  '{"a":"b" [1,2,3]}',
  '["a',
  '["a\\',
])("%s has the same result as from JSON.parse, in steps of every length", (text) => {
  for (let length = 1; length <= text.length + 1; length++) expectSame(text, length);
});

test("any JSON, whole or with a part replaced, has the same result as from JSON.parse", () => {
  const part = fc.constantFrom("", ",", "[", "]", "{", "}", ":", '"', "\\", "0", " ", "null");
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.nat(3),
      part,
      fc.integer({ min: 1, max: 30 }),
      (json, place, length, replacement, stepLength) => {
        expectSame(json, stepLength);
        const at = place % (json.length + 1);
        expectSame(json.slice(0, at) + replacement + json.slice(at + length), stepLength);
      },
    ),
  );
});

test("large lists inside each other are parsed in many steps", () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Row number ${id}` }));
  const text = JSON.stringify({ result: { structuredContent: { rows, more: rows } } });
  const steps = parseInSteps(text);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count++;
  expect(count).toBeGreaterThanOrEqual(Math.floor(text.length / (256 * 1024)));
  expect(step.value).toEqual(JSON.parse(text));
});

test.each([
  ["deeply nested", "[".repeat(1_000_000)],
  ["with many containers", `[${"[],".repeat(500_000)}[]]`],
  ["with an endless string", `{"a":"${"b".repeat(3_000_000)}`],
  ["with a string of backslashes", `{"a":"${"\\".repeat(4_000_000)}"}`],
])("a text %s takes linear time", (_, text) => {
  expectSame(text, 256 * 1024);
});

test.each([
  ["item", (string: string) => `[1,${string},2]`],
  ["member", (string: string) => `{"a":{"b":1,"text":${string},"c":2}}`],
  ["whole text", (string: string) => ` ${string} `],
])("a large string is parsed in many steps: %s", (_, write) => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `R\u00f6w\t"${id}"\\` }));
  const text = write(JSON.stringify(JSON.stringify(rows)));
  const steps = parseInSteps(text, 16 * 1024);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count++;
  expect(count).toBeGreaterThanOrEqual(Math.floor(text.length / (16 * 1024)));
  expect(step.value).toEqual(JSON.parse(text));
});
