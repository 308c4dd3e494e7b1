/** What tests of `mcp-playground conform` look at. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { everythingProgram } from "../../../e2e/servers/everything.ts";
import type { ExaminationReport } from "../../../shared/report/examinationReport.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";

export const reportOf = (text: string): ExaminationReport => JSON.parse(text);

/** The rules that a report has something against, with the revisions. */
export const findingsOf = ({ verdicts }: ExaminationReport) =>
  verdicts.flatMap(({ rule, outcome, revision }) =>
    ["violation", "warning", "could-not-run"].includes(outcome) ? `${rule} ${revision}` : [],
  );

/** The processes whose ids are in a file have ended. */
export async function expectEnded(path: string) {
  const pids = readFileSync(path, "utf8").trim().split("\n").map(Number);
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
}

/** Examines server-everything over stdio: what is found is true, and no process is left. */
export async function expectStdioFindings(...flags: string[]) {
  const marker = join(temporaryFolder(), "pids");
  const program = `require("fs").appendFileSync(${JSON.stringify(marker)}, process.pid + "\\n");
    process.argv[2] = "stdio"; import(${JSON.stringify(everythingProgram)});`;
  const { out } = await runCli(
    ...["conform", "--output", "json", "--revision", "2025-11-25", ...flags],
    ...["--", process.execPath, "-e", program],
  );
  expect(findingsOf(reportOf(out))).toEqual([
    "resource-unknown-code 2025-11-25",
    "logging-level-invalid 2025-11-25",
  ]);
  await expectEnded(marker);
}
