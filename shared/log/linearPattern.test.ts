import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePattern } from "./linearPattern.ts";

const matches = (source: string, text: string) => {
  const pattern = compilePattern(source);
  if (typeof pattern !== "function") throw new Error(`${pattern.reason} at ${pattern.at}`);
  return pattern(text.toLowerCase());
};

test.each([
  ["abc", "xxABCx"],
  ["^abc$", "abc"],
  ["^abc$", "abcd"],
  ["a.c", "a\nc"],
  ["(time|network) ?out", "Time out"],
  ["a{2,3}b", "ab aab"],
  ["a{2}", "a a"],
  ["[A-C]+", "b"],
  ["[^a]", "aaa"],
  ["[]a]", "a"],
  ["[a-]", "-"],
  ["\\d{3}-\\d+", "call 555-1"],
  ["\\bcat\\b", "concat cat"],
  ["\\bcat\\b", "concat"],
  ["\\x41", "a"],
  ["\\.", "a.b"],
  ["a|b|", ""],
  ["(a*)*b", "aaab"],
  ["x??y", "y"],
  ["\\S+@\\S+", "to a@b.test"],
])("/%s/ in %j as in JavaScript", (source, text) => {
  // one empty class of JavaScript is an ordinary character here
  const same = source === "[]a]" ? false : new RegExp(source, "im").test(text);
  expect(matches(source, text)).toBe(same);
});

test.each([
  ["a(", "unfinished", 1],
  ["a)", "unmatched-bracket", 1],
  ["[a", "unmatched-bracket", 0],
  ["*a", "nothing-to-repeat", 0],
  ["a(?=b)", "unsupported", 1],
  ["(a)\\1", "unsupported", 3],
  ["a\\", "unfinished", 1],
  ["(a{900}){900}", "too-large", 0],
  ["a{3,2}", "unfinished", 1],
])("%s is refused", (source, reason, at) => {
  expect(compilePattern(source)).toEqual({ reason, at });
});

test("a pattern that takes exponential time elsewhere visits each state once for a character", () => {
  // with backtracking, this takes longer than anybody waits
  expect(matches("(a+)+$", `${"a".repeat(50_000)}!`)).toBe(false);
  expect(matches("(a|a?)+b", "a".repeat(50_000))).toBe(false);
  expect(matches("((((){9999}){9999}){9999}){9999}b", "b")).toBe(true);
});

const piece = fc.constantFrom("a", "b", ".", "[ab]", "\\d", "(a|b)", "(ab)", "^", "$", "\\b");
const quantity = fc.constantFrom("", "", "*", "+", "?", "{1,2}");

test("simple patterns match as in JavaScript", () => {
  const source = fc
    .array(fc.tuple(piece, quantity), { maxLength: 5 })
    .map((parts) =>
      parts.map(([one, many]) => (/^(\^|\$|\\b)$/.test(one) ? one : one + many)).join(""),
    );
  const text = fc.string({ unit: fc.constantFrom("a", "b", "1", " ", "\n"), maxLength: 12 });
  fc.assert(
    fc.property(source, text, (pattern, value) => {
      expect(matches(pattern, value)).toBe(new RegExp(pattern, "im").test(value));
    }),
  );
});

test("any text is a pattern or a problem in it", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (source, text) => {
      const pattern = compilePattern(source);
      if (typeof pattern === "function") pattern(text.toLowerCase());
      else expect(pattern.at).toBeLessThanOrEqual(source.length);
    }),
  );
});
