import fc from "fast-check";
import { expect, test } from "vitest";
import { createJsonShape, shapeProblem } from "./jsonShape.ts";

test("every document of usual shape is parsed, however it is cut into chunks", () => {
  const documents = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
  fc.assert(
    fc.property(documents, fc.nat(5), fc.nat(40), (value, indent, chunk) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value, undefined, indent));
      const shape = createJsonShape();
      for (let at = 0; at < bytes.length; at += chunk + 1) {
        expect(shape.read(bytes.subarray(at, at + chunk + 1))).toBeUndefined();
      }
      expect(shape.end()).toBeUndefined();
    }),
  );
});

test.each([
  ["\uFEFF {}", undefined],
  ['{"a":"]]]}\\""}', undefined],
  ["", "not-json"],
  ["x{}", "not-json"],
  ["{", "not-json"],
  ["]", "not-json"],
  ['{"a', "not-json"],
  [`${"[".repeat(257)}${"]".repeat(257)}`, "too-complex"],
  [`[${"{},".repeat(50_000)}0]`, "too-complex"],
  [`[${"1,".repeat(90_000)}0]`, "too-complex"],
  [`[${'"word",'.repeat(90_000)}0]`, undefined],
])("%.20s", (text, problem) => {
  expect(shapeProblem(text)).toBe(problem);
});
