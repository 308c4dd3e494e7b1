/** Writes a verdict as a test that fails until the server is corrected. */
import type { Target } from "../config/target.ts";
import type { Scenario } from "./scenario.ts";

/**
 * A test for the runner of Node, which runs one scenario with the command line.
 * @param target without secrets
 */
export function failingTest(
  { id, title }: Pick<Scenario, "id" | "title">,
  revision: string,
  target: Target,
): string {
  const server = target.kind === "http" ? [target.url] : ["--", target.command, ...target.args];
  const words = ["mcp-playground", "conform", "--only", id, "--revision", revision];
  const argv = [...words, "--output", "json", ...server].map((word) => JSON.stringify(word));
  return [
    'import assert from "node:assert/strict";',
    'import { spawnSync } from "node:child_process";',
    'import { test } from "node:test";',
    "",
    `test(${JSON.stringify(`${title}, at ${revision}`)}, () => {`,
    "  const words = [",
    ...argv.map((word) => `    ${word},`),
    "  ];",
    '  const { stdout } = spawnSync("npx", words, { encoding: "utf8" });',
    `  const [verdict] = JSON.parse(stdout).verdicts;`,
    '  assert.equal(verdict.outcome, "passed", verdict.sentence);',
    "});",
    "",
  ].join("\n");
}
