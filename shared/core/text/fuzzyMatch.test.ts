import { expect, test } from "vitest";
import { measureCpu } from "../../../e2e/bench/testFigures.ts";
import { matchedRanges, matchWord, prepareQuery, prepareText } from "./fuzzyMatch.ts";

const match = (text: string, word: string) => {
  const [prepared = ""] = prepareQuery(word);
  return matchWord(prepareText(text), prepared);
};
/** The text with its matched parts in brackets. */
const marked = (text: string, word: string) => {
  const [prepared = ""] = prepareQuery(word);
  if (!matchWord(prepareText(text), prepared)) return undefined;
  let [shown, done] = ["", 0];
  for (const [start, end] of matchedRanges(text, [prepared])) {
    shown += `${text.slice(done, start)}[${text.slice(start, end)}]`;
    done = end;
  }
  return shown + text.slice(done);
};

test.each([
  ["echo", "echo", "[echo]"],
  ["get-tiny-image", "TINY", "get-[tiny]-image"],
  ["get-tiny-image", "gti", "[g]et-[ti]ny-image"],
  ["getTinyImage", "geti", "[get]Tiny[I]mage"],
  ["get_tiny_image", "gettiny", "[get]_[tiny]_image"],
  ["get-tiny-image", "tnyimg", "ge[t]-ti[ny]-[im]a[g]e"],
  ["tag-image", "age", "tag-im[age]"],
  ["manage-age", "age", "manage-[age]"],
  ["Überblick", "über", "[Über]blick"],
  ["get-tiny-image", "x", undefined],
  ["get-tiny-image", "tinyget", undefined],
  ["trigger-sampling-request", "tst", undefined],
  ["a-b-c-d-e-f-g-h", "zz", undefined],
  ["İstanbul", "stan", "İ[stan]bul"],
  ["cafe\u0301 bar", "bar", "cafe\u0301 [bar]"],
])("%s with %s: %s", (text, word, shown) => expect(marked(text, word)).toBe(shown));

test("literal matches rank before scattered ones, and beginnings before middles", () => {
  const texts = ["e-c-h-o", "my-echoes", "get-echo", "reecho", "echo-all", "echo"];
  const ranked = texts
    .map((text) => ({ text, score: match(text, "echo")?.score ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);
  expect(ranked).toEqual(["echo", "echo-all", "get-echo", "my-echoes", "reecho", "e-c-h-o"]);
});

test("names that match slowly are given up after a bounded number of steps", () => {
  const text = prepareText("a-".repeat(1_000));
  const [word = ""] = prepareQuery("a".repeat(900));
  const found = measureCpu("20 names that match slowly", 2000, () =>
    Array.from({ length: 20 }, () => matchWord(text, word)),
  );
  for (const match of found) expect(match?.indexes).toHaveLength(900);
});
