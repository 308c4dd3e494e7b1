/** Examines how servers end; a server that does not takes seconds each time. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { endingProgram, endingServers } from "../../../e2e/servers/ending.ts";
import { runs, script, temporaryFolder, until } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import { reportOf } from "./conform.fixture.ts";

/** What is said about processes that are left. */
const sentence = (count: number, when: string) =>
  count === 0
    ? "passed"
    : `warning: ${count === 1 ? "A process" : `${count} processes`} of the server did not end after ${when}, and had to be stopped.`;

describe("a server that", () => {
  test.for(Object.entries(endingServers))("%s", async ([, server], { expect }) => {
    const file = join(temporaryFolder(), "pids");
    const { command, args = [] } = script(endingProgram(server), file);
    const { out } = await runCli(
      ...["conform", "--output", "json", "--only", "ends-with-input,ends-with-client,ping"],
      ...["--", command, ...args],
    );
    const { verdicts } = reportOf(out);
    const said = (wanted: string) =>
      verdicts.flatMap(({ rule, outcome, sentence: text }) =>
        rule === wanted ? `${outcome}${outcome === "passed" ? "" : `: ${text}`}` : [],
      );
    // at one revision, though several are spoken
    expect(said("ends-with-input")).toEqual([
      sentence(server.left[0], "its standard input was closed"),
    ]);
    expect(said("ends-with-client")).toEqual([sentence(server.left[1], "its client had died")]);
    expect(said("ping").length).toBeGreaterThan(1);
    const pids = readFileSync(file, "utf8").trim().split("\n").map(Number);
    expect(pids.length).toBeGreaterThan(3);
    await until(() => !pids.some(runs));
  });
});
