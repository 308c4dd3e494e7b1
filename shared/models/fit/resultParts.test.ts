import { expect, test } from "vitest";
import { compareParts, contentTexts, otherBlocks } from "./resultParts.ts";

const resultOf = (text: string, structuredContent?: unknown) => ({
  content: [{ type: "text", text }],
  ...(structuredContent === undefined ? {} : { structuredContent }),
});

test("a text that has each value of the structured content says the same", () => {
  const value = { city: "Oslo", days: [{ high: 4.5, sky: "light rain" }], isOld: true };
  expect(compareParts(resultOf(JSON.stringify(value), value))).toEqual({
    kind: "compared",
    values: 3,
    inText: 3,
  });
  expect(compareParts(resultOf("Oslo: 4.5 degrees, light rain.", value))).toMatchObject({
    inText: 3,
  });
  const quoted = { words: 'a "b"' };
  expect(compareParts(resultOf(JSON.stringify(quoted), quoted))).toMatchObject({ inText: 1 });
});

test("a value inside of another word or number is not in the text", () => {
  const value = { city: "Oslo", high: 4, low: 1 };
  expect(compareParts(resultOf("14 days for Oslo, see the structured result", value))).toEqual({
    kind: "compared",
    values: 3,
    inText: 1,
  });
});

test("nothing is compared where a part is absent or empty, or too large", () => {
  expect(compareParts(resultOf("a"))).toEqual({ kind: "single" });
  expect(compareParts({ content: [], structuredContent: { a: 1 } })).toEqual({ kind: "single" });
  expect(compareParts(resultOf("a", { a: null }))).toEqual({ kind: "single" });
  const large = Array.from({ length: 5000 }, (_, at) => at);
  expect(compareParts(resultOf("a", { large }))).toEqual({ kind: "too-large" });
  expect(compareParts(resultOf("a".repeat(300_000), { a: 1 }))).toEqual({ kind: "too-large" });
});

test("texts are those of text and resource blocks, whatever a server sends besides", () => {
  const result = {
    content: [
      { type: "text", text: "a" },
      { type: "resource", resource: { uri: "x", text: "b" } },
      { type: "image", data: "", mimeType: "image/png" },
      { type: "evil<b>" },
      null,
    ],
  };
  expect(contentTexts(result)).toEqual(["a", "b"]);
  expect([...otherBlocks(result)]).toEqual([
    ["image", 1],
    ["other", 2],
  ]);
  expect(contentTexts({ content: "x" })).toEqual([]);
});
