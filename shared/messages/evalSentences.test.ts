import { expect, test } from "vitest";
import type { EvalRun } from "../evals/runSuite.ts";
import { coverageSentence, runSentences } from "./evalSentences.ts";

test("what was found ends with one full stop", () => {
  const expectation = { kind: "answer-contains", text: "42" } as const;
  const sentences = (found: string) => {
    const results = [{ expectation, isMet: false, found }];
    return runSentences({ end: { kind: "answered" }, results } as unknown as EvalRun);
  };
  expect(sentences("It is 41.")).toEqual(['Expected an answer with "42". Found: It is 41.']);
  expect(sentences("41")).toEqual(['Expected an answer with "42". Found: 41.']);
});

test("of ten thousand tools that no case led to, a hundred are named", () => {
  const unused = Array.from({ length: 10_000 }, (_, index) => `tool-${index}`);
  expect(coverageSentence({ unused, toolCount: 10_001 })).toMatch(
    /^No case led to 10000 of 10,001 tools: tool-0, .*, tool-99 and 9900 more$/,
  );
  expect(coverageSentence({ unused: [], toolCount: 3 })).toBeUndefined();
});
