import { describe, expect, onTestFinished, test } from "vitest";
import { type Handler, serveHandler } from "../../e2e/servers/serveHandler.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { pointerNames } from "../core/json/pointer.ts";
import type { MessageEntry } from "../log/entry.ts";
import { messageText } from "../log/messageText.ts";
import { conform, failuresOf } from "./conform.fixture.ts";
import { correctServer, countQuickly, mutantServer, resumable } from "./mutantServer.fixture.ts";
import { mutants } from "./mutants.fixture.ts";
import { problemOf } from "./scenario.ts";

/** Serves a handler until the test ends. */
async function serve(handler: Handler, finished: typeof onTestFinished): Promise<string> {
  const server = await serveHandler(handler);
  finished(server.close);
  return `${server.url}/mcp`;
}

test("a correct server has no verdict against it, at any revision", async () => {
  const result = await conform(await serve(correctServer(), onTestFinished));
  expect(failuresOf(result)).toEqual([]);
  expect(result.facts.map(({ revision }) => revision)).toHaveLength(5);
  const missing = result.verdicts.filter(({ verdict }) => verdict.outcome === "could-not-run");
  expect(missing).toEqual([]);
  const ran = result.verdicts.filter(({ verdict }) => verdict.outcome === "passed");
  expect(new Set(ran.map(({ scenario }) => scenario.id)).size).toBeGreaterThan(40);
  // 2024-11-05 has no annotations, so no tool may be called, and 2026-07-28 closes the stream
  expect(ran.filter(({ scenario }) => scenario.id === "cancel-running")).toHaveLength(3);
}, 60_000);

test("a correct server reports progress at every revision", async () => {
  const result = await conform(await serve(correctServer(), onTestFinished), {
    only: new Set(["progress-token", "message-flow"]),
    savedCalls: countQuickly,
  });
  const outcomes = result.verdicts.map(({ verdict }) => verdict.outcome);
  expect(outcomes).toEqual(outcomes.map(() => "passed"));
  expect(outcomes).toHaveLength(10);
}, 60_000);

test("a correct server resumes streams", async () => {
  const handler = mutantServer({
    revision: "2025-11-25",
    fails: "",
    serve: resumable({ replays: "own" }),
  });
  const result = await conform(await serve(handler, onTestFinished));
  expect(failuresOf(result)).toEqual([]);
  const resumed = result.verdicts.filter(({ scenario }) => scenario.id === "stream-resumed");
  expect(resumed.map(({ verdict }) => verdict.outcome)).toEqual(["passed", "passed", "passed"]);
}, 60_000);

describe.concurrent("a rule that is broken is named by exactly one verdict", () => {
  test.for(Object.entries(mutants))(
    "%s",
    { timeout: 60_000 },
    async ([, mutant], { onTestFinished: finished }) => {
      const { revision, fails } = mutant;
      const url = await serve(mutantServer(mutant), finished);
      const result = await conform(url, {
        revisions: [revision],
        savedCalls: mutant.savedCalls ?? [],
      });
      expect(result.failures).toEqual([]);
      const failed = result.verdicts.flatMap(({ scenario, verdict }) =>
        verdict.outcome === "failed" ? [{ scenario, verdict }] : [],
      );
      expect(
        failed.map(({ scenario }) => scenario.id),
        failuresOf(result).join("\n"),
      ).toEqual([fails]);
      const [one] = failed;
      if (!one) return;
      const { scenario, verdict } = one;
      const { item, evidence, pointer } = verdict;
      if (mutant.says !== undefined) expect(verdict.sentence).toContain(mutant.says);

      // what is about one tool begins with its name, and each says what was expected, seen and mends it
      if (item !== undefined) expect(verdict.sentence.startsWith(`${item} `)).toBe(true);
      if (scenario.callsTools) expect(item).toBeDefined();
      for (const text of Object.values(problemOf(scenario, verdict))) expect(text).toMatch(/./);
      expect(problemOf(scenario, verdict).fix).toMatch(/^[A-Z].*\.$/);
      const { entries } = result.log.snapshot();
      const proof = entries.filter(({ seq }) => evidence.includes(seq));
      expect(proof.some(({ kind }) => kind === "message" || kind.startsWith("http-"))).toBe(true);
      if (pointer === undefined) return;
      const last = proof.find(({ seq }) => seq === evidence.at(-1)) as MessageEntry;
      const message = JSON.parse(messageText(last.carrier, await result.log.read(last.seq)));
      expect(pointerNames(pointer).reduce<unknown>(getOwn, message)).toBeDefined();
    },
  );
});
