import { expect, test } from "vitest";
import { completeWords } from "./filterTokens.ts";

const words = (text: string, caret?: number) =>
  completeWords(text, caret).map(({ start, end }) => text.slice(start, end));

test("words with a meaning are tokens once they are complete; other text is not", () => {
  expect(words("dur:>100ms by:model echo")).toEqual(["dur:>100ms", "by:model"]);
  expect(words('tool:"get sum" /time(d )?out/ -text:/a b/')).toEqual([
    'tool:"get sum"',
    "/time(d )?out/",
    "-text:/a b/",
  ]);
  expect(words("http://a.test/mcp unknown:word by:")).toEqual([]);
});

test("the word at the caret is still written", () => {
  expect(words("dur:>100ms by:mo", 16)).toEqual(["dur:>100ms"]);
  expect(words("dur:>100ms by:model ", 20)).toEqual(["dur:>100ms", "by:model"]);
  expect(words("dur:>100ms by:model", 10)).toEqual(["by:model"]);
});

test("what joins words is no part of them", () => {
  expect(words("not (by:engine or -by:tap) and dir:in")).toEqual([
    "by:engine",
    "-by:tap",
    "dir:in",
  ]);
  expect(words("not by:app")).toEqual(["by:app"]);
  expect(words("is:problem or (dir:in")).toEqual(["is:problem", "dir:in"]);
});

test("a filter of any text has ranges inside of it", () => {
  for (const text of ["", "   ", "(((", "-", "--by:app", '"', `${"by:app ".repeat(400)}`]) {
    for (const { start, end } of completeWords(text, undefined)) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(text.length);
      expect(end).toBeGreaterThan(start);
    }
  }
});
