import { describe, expect, test } from "vitest";
import { missing, trials, withoutFloor } from "./floor.ts";
import { listTrials, runTrial } from "./suite.ts";

describe("the suite", () => {
  test("every listed scenario has a floor", async () => {
    const listed = await listTrials();
    expect(listed).toContainEqual({ scenario: "tools_call", revision: "2026-07-28" });
    expect(withoutFloor(listed)).toEqual([]);
  });

  test.each([
    ["initialize", "2025-11-25"],
    ["http-standard-headers", "2026-07-28"],
    ["http-invalid-tool-headers", "2026-07-28"],
  ])(
    "passes a client that does nothing in %s at %s, which the floor does not",
    async (scenario, revision) => {
      const trial = { scenario, revision };
      const { earned } = await runTrial(trial, "true", {});
      expect(missing(trial, earned)).not.toEqual([]);
    },
  );

  test("reports a failing client with its output", async () => {
    const trial = { scenario: "json-schema-ref-no-deref", revision: "2026-07-28" };
    const { problems } = await runTrial(trial, "node no-such-client.js", {});
    expect(problems.join("\n")).toMatch(
      /exited with code 1[\s\S]*The client said: [\s\S]*no-such-client/,
    );
  });
});

test("a check that succeeds less often than the floor requires is reported", () => {
  const trial = { scenario: "http-standard-headers", revision: "2026-07-28" };
  const id = "sep-2243-client-includes-standard-headers";
  expect(trials).toContainEqual(trial);
  expect(missing(trial, { [id]: 8 })).toEqual([`${id}: 8 of 9`]);
  expect(missing(trial, { [id]: 9, more: 1 })).toEqual([]);
});
