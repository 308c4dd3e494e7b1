/** Runs the checks and tests of `npm test`, or with `--others` all other tests, and prints a summary. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "./ensureBuild.ts";
import {
  describeCounts,
  describeSkipped,
  type Results,
  resultsVariable,
} from "./progress/progress.ts";
import { projectRoot, runScript } from "./runScript.ts";
import { mainSteps, otherSteps, type Step } from "./steps.ts";

interface Outcome extends Results {
  readonly name: string;
  readonly seconds: number;
}

const steps = process.argv.includes("--others") ? otherSteps : mainSteps;
const outcomes: Outcome[] = [];
await perform("build", build);
for (const step of steps) await perform(step.name, () => runStep(step));
printSummary(outcomes);

async function perform(name: string, work: () => Promise<Results>) {
  const heading = `${outcomes.length + 1} of ${steps.length + 1}: ${name}`;
  console.log(`\n── ${heading} ${"─".repeat(Math.max(0, 72 - heading.length))}`);
  const start = performance.now();
  const results = await work();
  outcomes.push({ name, seconds: (performance.now() - start) / 1000, ...results });
}

function build(): Promise<Results> {
  return ensureBuild().then(
    () => asOne("build", true),
    (error: Error) => {
      console.error(error.message);
      return asOne("build", false);
    },
  );
}

/** Runs a step; one without results counts as one test, and one that exits with an error has failed. */
async function runStep({ name, script, args }: Step): Promise<Results> {
  const file = join(projectRoot, "dist", "cache", `${name}.json`);
  rmSync(file, { force: true });
  const ok = await runScript(script, args, { [resultsVariable]: file });
  if (!existsSync(file)) return asOne(name, ok);
  const results: Results = JSON.parse(readFileSync(file, "utf8"));
  return ok || results.failed.length > 0 ? results : { ...results, failed: [name] };
}

function asOne(name: string, ok: boolean): Results {
  return { passed: ok ? 1 : 0, failed: ok ? [] : [name], skipped: [] };
}

function countsOf({ passed, failed, skipped }: Results) {
  return { passed, failed: failed.length, skipped: skipped.length };
}

function printSummary(all: readonly Outcome[]) {
  console.log(`\n── summary ${"─".repeat(65)}`);
  for (const { name, seconds, ...results } of all) {
    const verdict = results.failed.length > 0 ? "failed" : "ok";
    const time = `${seconds.toFixed(1).padStart(7)} s`;
    const counts = describeCounts(countsOf(results));
    console.log(`${name.padEnd(12)}${verdict.padEnd(8)}${time}   ${counts}`);
  }
  const total = {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.flatMap(({ failed }) => failed),
    skipped: all.flatMap(({ skipped }) => skipped),
  };
  printList("Skipped", describeSkipped(total.skipped));
  printList("Failed", total.failed);
  console.log(`\n${describeCounts(countsOf(total))}`);
  if (total.failed.length > 0) process.exitCode = 1;
}

function printList(title: string, lines: readonly string[]) {
  if (lines.length > 0) console.log([`\n${title}:`, ...lines].join("\n  "));
}
