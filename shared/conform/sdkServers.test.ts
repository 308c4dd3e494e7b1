import { expect, onTestFinished, test } from "vitest";
import { startConformanceServer } from "../../e2e/servers/conformance/conformanceServer.ts";
import { startModernServer } from "../../e2e/servers/modern.ts";
import { conform } from "./conform.fixture.ts";

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
