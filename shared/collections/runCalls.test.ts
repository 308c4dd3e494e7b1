/** Saved calls that are run on a scripted server. */
import { expect, test } from "vitest";
import { setUpRounds } from "../client/client.fixture.ts";
import { compareAsTexts } from "./compare/compareAnswers.ts";
import { type CallResult, runCalls } from "./runCalls.ts";

test("a call of several rounds took all of them, and is judged by that", async () => {
  const call = {
    name: "slow",
    kind: "tool",
    item: "t",
    assertions: [{ kind: "faster-than", ms: 15 }],
  } as const;
  const results: CallResult[] = [];
  await runCalls({
    client: await setUpRounds().connected(),
    calls: [call],
    variables: {},
    compare: async (before, after) => compareAsTexts(before, after),
    validate: async () => ({ kind: "unchecked", reason: { code: "timeout", limitMs: 1 } }),
    signal: new AbortController().signal,
    onEnd: (_, result) => results.push(result),
  });
  expect(results).toMatchObject([
    {
      kind: "answered",
      answered: { ms: 20 },
      checks: [{}, { problem: { code: "too-slow", ms: 20, limit: 15 } }],
    },
  ]);
});
