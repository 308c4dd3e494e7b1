import { expect, test } from "vitest";
import { shortened, withArticle } from "./shortened.ts";

test("a text is cut at its length, never within a surrogate pair", () => {
  expect(shortened("abc", 3)).toBe("abc");
  expect(shortened("abcd", 3)).toBe("abc…");
  expect(shortened("ab😀d", 3)).toBe("ab…");
  expect(shortened("a😀d", 3)).toBe("a😀…");
  expect(shortened("ab\uD83D", 3)).toBe("ab\uD83D");
});

test("a noun has its article", () => {
  expect(["array", "object", "integer", "string", "null"].map(withArticle)).toEqual([
    "an array",
    "an object",
    "an integer",
    "a string",
    "null",
  ]);
});
