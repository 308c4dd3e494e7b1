import { expect, test } from "vitest";
import { coverageSentence } from "./evalSentences.ts";

test("of ten thousand tools that no case led to, a hundred are named", () => {
  const unused = Array.from({ length: 10_000 }, (_, index) => `tool-${index}`);
  expect(coverageSentence({ unused, toolCount: 10_001 })).toMatch(
    /^No case led to 10000 of 10,001 tools: tool-0, .*, tool-99 and 9900 more$/,
  );
  expect(coverageSentence({ unused: [], toolCount: 3 })).toBeUndefined();
});
