import { expect, test } from "vitest";
import { pointerRange } from "./pointerRange.ts";

const text = ' {"a": [1, {"b/c": "x"}], "0": true}';
const sourceAt = (pointer: string) => {
  const range = pointerRange(text, pointer);
  return range && text.slice(range.start, range.end);
};

test.each([
  ["/a/0", "1"],
  ["/a/1/b~1c", '"x"'],
  ["/0", "true"],
  // a missing property is marked where it should be
  ["/a/1/none", '{"b/c": "x"}'],
  ["/a/7/deeper", '[1, {"b/c": "x"}]'],
])("%s is at %s", (pointer, source) => {
  expect(sourceAt(pointer)).toBe(source);
});

test("the root is the whole value, and a text without JSON has no ranges", () => {
  expect(sourceAt("")).toContain('"a"');
  expect(pointerRange("", "/a")).toBeUndefined();
});
