import { expect, test } from "vitest";
import type { EvalRun } from "../evals/runSuite.ts";
import { coverageSentence, modelFailureSentence, runSentences } from "./evalSentences.ts";

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
  expect(coverageSentence({ unused, toolCount: 20_000 })).toMatch(
    /^No case led to 10,000 of 20,000 tools: tool-0, .*, tool-99 and 9,900 more$/,
  );
  expect(coverageSentence({ unused: [], toolCount: 3 })).toBeUndefined();
});

test("a suite that is about a few of the tools is not told the names of all others", () => {
  expect(coverageSentence({ unused: ["a", "b"], toolCount: 3 })).toBe(
    "The cases led to 1 of 3 tools",
  );
  expect(coverageSentence({ unused: ["a", "b", "c"], toolCount: 3 })).toBe(
    "The cases led to 0 of 3 tools",
  );
  expect(coverageSentence({ unused: ["a"], toolCount: 3 })).toBe("No case led to 1 of 3 tools: a");
});

test("a page of HTML is named where a provider's message is missing", () => {
  const page = { message: "", contentType: "text/html" };
  const evidence = { ...page, status: 502, retryAfterSeconds: null };
  expect(modelFailureSentence({ code: "provider-error", evidence })).toBe(
    "The model did not answer (provider-error): an HTML page",
  );
});
