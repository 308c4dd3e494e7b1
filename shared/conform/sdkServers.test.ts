import { expect, onTestFinished, test } from "vitest";
import { startConformanceServer } from "../../e2e/servers/conformance/conformanceServer.ts";
import { startHostile } from "../../e2e/servers/misbehaving/hostile.ts";
import { startModernServer } from "../../e2e/servers/modern.ts";
import { startToolLists } from "../../e2e/servers/toolLists.ts";
import { conform, failuresOf } from "./conform.fixture.ts";
import { compareRevisions } from "./conformReport.ts";

test("the captured tool lists of real servers break no rule", async () => {
  const server = await startToolLists();
  onTestFinished(server.close);
  const only = new Set(["tools-list-valid", "tool-names-unique", "tool-names", "message-flow"]);
  const result = await conform(server.url, { only });
  expect(result.facts[0]?.lists.tools).toHaveLength(server.tools.length);
  expect(result.verdicts.length).toBeGreaterThan(10);
  expect(failuresOf(result)).toEqual([]);
  expect(server.calls).toEqual([]);
}, 60_000);

test.each(["endless", "many", "schemas"] as const)(
  "a server with %s tools is examined in bounded time",
  async (list) => {
    const server = await startHostile();
    onTestFinished(server.close);
    const result = await conform(server.url(list), { revisions: ["2025-11-25"] });
    expect(result.facts[0]?.lists.tools?.length).toBeGreaterThan(3);
    const rules = result.verdicts.map(({ scenario }) => scenario.id);
    expect(rules).toContain("message-flow");
    expect(failuresOf(result).join()).toContain("unknown-method");
    const older = result.facts.map((facts) => ({ ...facts, revision: "2025-06-18" as const }));
    expect(compareRevisions([...result.facts, ...older])).toEqual([]);
  },
  // some 10 s of processor time, which other processes may need meanwhile
  180_000,
);

test.each([
  [
    "the server of the official suite",
    startConformanceServer,
    // -32602 and -32603 in place of -32002 and -32602; any prompt is completed
    ["completion-unknown", "logging-level-invalid", "resource-unknown-code"],
  ],
  [
    "a server for both eras",
    () => startModernServer(),
    // it declares subscriptions without a handler, and does not check Origin
    ["origin", "resource-subscribe", "resource-unknown-code"],
  ],
] as const)(
  "%s of the official SDK has true findings only",
  async (_, start, rules) => {
    const server = await start();
    onTestFinished(server.close);
    const { verdicts, facts } = await conform(server.url);
    expect(facts).toHaveLength(5);
    const failed = verdicts.filter(({ verdict }) => verdict.outcome === "failed");
    const ids = new Set(failed.map(({ scenario }) => scenario.id));
    expect([...ids].toSorted()).toEqual(rules);
    expect(verdicts.filter(({ verdict }) => verdict.outcome === "could-not-run")).toEqual([]);
  },
  60_000,
);
