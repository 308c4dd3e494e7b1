import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { legNames } from "./conformance/legs.ts";
import { resultsVariable } from "./progress/progress.ts";
import { projectRoot } from "./runScript.ts";
import { mainSteps, otherSteps, type Step } from "./steps.ts";

const run = promisify(execFile);
const { [resultsVariable]: _, ...env } = process.env;

/** Lists what a program of the project selects, one item a line. */
async function list(program: string, args: readonly string[]): Promise<string[]> {
  const path = join(projectRoot, "node_modules", program);
  const { stdout } = await run(process.execPath, [path, ...args], { cwd: projectRoot, env });
  return stdout.split("\n").filter((line) => /^ *\[/.test(line));
}

const lists: Readonly<Partial<Record<Step["script"], (args: Step["args"]) => Promise<string[]>>>> =
  {
    "test:unit": (args) => list("vitest/vitest.mjs", ["list", "--filesOnly", ...args]),
    "test:e2e": (args) =>
      list("@playwright/test/cli.js", [
        "test",
        "-c",
        "e2e/playwright.config.ts",
        "--list",
        ...args,
      ]),
    conformance: async (args) =>
      args.length === 0 ? [...legNames] : args.filter((arg) => arg !== "--leg"),
  };

describe("npm test and npm run test:all together run", () => {
  test.each(Object.entries(lists))("each of %s once", async (script, listOf) => {
    const selected = [...mainSteps, ...otherSteps].filter((step) => step.script === script);
    const lines = await Promise.all(selected.map(({ args }) => listOf(args)));
    for (const some of lines) expect(some).not.toEqual([]);
    expect(lines.flat().sort()).toEqual((await listOf([])).sort());
  });
});
