/** A scripted agent finds the fault of each mutant by tools alone, and has nothing against the correct server. */
import { describe, expect, onTestFinished, test } from "vitest";
import { type Handler, serveHandler } from "../../../e2e/servers/serveHandler.ts";
import { correctServer, mutantServer } from "../../../shared/conform/mutantServer.fixture.ts";
import { mutants } from "../../../shared/conform/mutants.fixture.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { runCli } from "../cli.fixture.ts";
import { startAgent } from "./agent.fixture.ts";
import { launchAgentHttp } from "./serve/agentHttp.fixture.ts";

async function agentFor(handler: Handler, finished: typeof onTestFinished) {
  const server = await serveHandler(handler);
  finished(server.close);
  const agent = await startAgent([`${server.url}/mcp`], { finished });
  await agent.use("connect");
  return agent;
}

const listOf = (value: unknown) => value as readonly JsonObject[];

describe.concurrent("an agent finds the fault, its cause and its evidence", () => {
  test.for(Object.entries(mutants))(
    "%s",
    { timeout: 120_000 },
    async ([, mutant], { onTestFinished: finished, expect }) => {
      const { revision, fails, says, savedCalls = [] } = mutant;
      const agent = await agentFor(mutantServer(mutant), finished);
      const calls = savedCalls.map(({ name, argumentsText }) => {
        return { tool: name, arguments: JSON.parse(argumentsText) };
      });
      const { value, text } = await agent.use("examine", { revision, calls });
      expect(value.passed).toBe(false);
      const verdicts = listOf(value.verdicts).filter(({ outcome }) => outcome !== "note");
      expect(
        verdicts.map(({ rule }) => rule),
        text,
      ).toEqual([fails]);
      const [verdict = {}] = verdicts;
      if (says !== undefined)
        expect(JSON.stringify(verdict.fromServer)).toContain(JSON.stringify(says).slice(1, -1));
      expect(verdict.fix).toMatch(/^[A-Z].*\.$/);
      expect(verdict.section).toMatch(/^https:/);
      const evidence = verdict.evidence as readonly number[];
      expect(evidence.length).toBeGreaterThan(0);
      const shown = await agent.use("traffic", { entry: evidence.at(-1) });
      expect(shown.isError).toBe(false);
      expect(shown.value.kind).toMatch(/^(message|http-|frame)/);
      // these servers take the ids of another connection for those of a call that they have answered
      if (fails === "cancel-running") return;
      // what is repaired is examined alone
      const again = await agent.use("examine", { revision, calls, only: [fails] });
      expect(listOf(again.value.verdicts).map(({ rule }) => rule)).toEqual([fails]);
    },
  );
});

test("an agent has nothing against a correct server", async () => {
  const agent = await agentFor(correctServer(), onTestFinished);
  const { value, text } = await agent.use("examine");
  expect(value.passed, text).toBe(true);
  expect(value.revisions).toHaveLength(5);
  const { findings } = (await agent.use("findings")).value;
  // logging is deprecated
  expect(listOf(findings).map(({ severity }) => severity)).toEqual(["note"]);
}, 120_000);

async function ownServer(over: string) {
  if (over === "stdio") return ["--", process.execPath, `${import.meta.dirname}/../main.ts`, "mcp"];
  const { url, headers } = await launchAgentHttp();
  return ["--token", headers.Authorization?.replace("Bearer ", "") ?? "", url];
}

test.for(["stdio", "HTTP"])(
  "over %s, its own server passes the examination at every revision",
  { timeout: 120_000 },
  async (over) => {
    const own = await ownServer(over);
    const conform = await runCli("conform", ...own);
    expect(conform).toMatchObject({ code: 0, err: "" });
    expect(conform.out).toContain("2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05");
    expect(conform.out).toMatch(/passed, 0 failed, 0 warnings, 0 could not run/);
    const check = await runCli("check", ...own);
    expect(check.code).toBe(0);
    expect(check.out).toContain("0 violations, 0 warnings");
    expect(check.out).not.toContain("fits-google");
  },
);
