/** Runs all checks and tests (`npm test`) and prints a summary. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { type Counts, failuresByFile, readPlaywright, readVitest } from "./counts.ts";
import { projectRoot, runScript } from "./runScript.ts";

interface Step {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The step's report file and its reader; a step without a report counts as one test. */
  readonly report?: { readonly file: string; readonly read: (json: unknown) => Counts };
}

interface Outcome extends Counts {
  readonly name: string;
  readonly seconds: number;
}

const report = (name: string) => join(projectRoot, "dist", "cache", `${name}.json`);

const steps: readonly Step[] = [
  { name: "build", script: "build" },
  { name: "typecheck", script: "typecheck" },
  { name: "lint", script: "lint" },
  {
    name: "unit",
    script: "test:unit",
    args: ["--reporter=default", "--reporter=json", `--outputFile.json=${report("unit")}`],
    report: { file: report("unit"), read: readVitest },
  },
  {
    name: "e2e",
    script: "test:e2e",
    args: ["--project=chromium", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report("e2e") },
    report: { file: report("e2e"), read: readPlaywright },
  },
  {
    name: "browsers",
    script: "test:e2e",
    args: ["--project=other", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report("browsers") },
    report: { file: report("browsers"), read: readPlaywright },
  },
  {
    name: "conformance",
    script: "conformance",
    args: ["--report", report("conformance")],
    report: { file: report("conformance"), read: (json) => json as Counts },
  },
];

/**
 * Maximum number of files with failed unit tests that are run again: more failures are not
 * flakiness.
 */
const maximumRetriedFiles = 3;

const outcomes: Outcome[] = [];
for (const step of steps) outcomes.push(await runStep(step));
printSummary(outcomes);

async function runStep(step: Step): Promise<Outcome> {
  console.log(`\n── ${step.name} ${"─".repeat(72 - step.name.length)}`);
  if (step.report) rmSync(step.report.file, { force: true });
  const start = performance.now();
  const ok = await runScript(step.script, step.args, step.env);
  const counts = readCounts(step, ok);
  const final = !ok && process.env.CI && step.name === "unit" ? await retryUnit(counts) : counts;
  const seconds = (performance.now() - start) / 1000;
  return { name: step.name, seconds, ...final };
}

/** Runs the files of failed unit tests once more; tests that pass then are counted and named as flaky. */
async function retryUnit(counts: Counts): Promise<Counts> {
  const [first, second] = [report("unit"), report("unit-retried")];
  if (!existsSync(first)) return counts;
  const failures = failuresByFile(JSON.parse(readFileSync(first, "utf8")));
  if (failures.size === 0 || failures.size > maximumRetriedFiles) return counts;
  rmSync(second, { force: true });
  const files = [...failures.keys()];
  const args = ["--reporter=default", "--reporter=json", `--outputFile.json=${second}`, ...files];
  const ok = await runScript("test:unit", args);
  if (!existsSync(second)) return counts;
  const again = failuresByFile(JSON.parse(readFileSync(second, "utf8")));
  const flaky = [...failures].flatMap(([file, titles]) =>
    again.get(file)?.length === 0
      ? []
      : titles
          .filter((title) => !again.get(file)?.includes(title))
          .map((title) => `${relative(projectRoot, file)} ${title}`),
  );
  const failed = ok ? 0 : Math.max(1, counts.failed - flaky.length);
  return { ...counts, passed: counts.passed + flaky.length, failed, flaky };
}

/** Reads a step's results; a step that exited with an error counts at least one failure. */
function readCounts(step: Step, ok: boolean): Counts {
  const one = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  if (!step.report || !existsSync(step.report.file)) return one;
  const counts = step.report.read(JSON.parse(readFileSync(step.report.file, "utf8")));
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function printSummary(all: readonly Outcome[]) {
  const sum = (key: "passed" | "failed") => all.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`\n── summary ${"─".repeat(65)}`);
  for (const { name, seconds, passed, failed, skipped, flaky = [] } of all) {
    const skips = skipped > 0 ? `, ${skipped} skipped` : "";
    const retried = flaky.length > 0 ? `, ${flaky.length} FLAKY` : "";
    const verdict = failed > 0 ? "failed" : "ok";
    console.log(
      `${name.padEnd(12)}${verdict.padEnd(8)}${seconds.toFixed(1).padStart(7)} s   ${passed} passed, ${failed} failed${skips}${retried}`,
    );
  }
  const flaky = all.flatMap((outcome) => outcome.flaky ?? []);
  if (flaky.length > 0) console.log("\nFlaky (failed, then passed when retried); fix these:");
  for (const test of flaky) console.log(`  ${test}`);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  if (sum("failed") > 0) process.exitCode = 1;
}
