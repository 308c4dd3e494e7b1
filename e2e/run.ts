/** Runs the checks and tests of `npm test`, or with `--others` all other tests, and prints a summary. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Counts, readPlaywright, readVitest } from "./counts.ts";
import { ensureBuild } from "./ensureBuild.ts";
import { projectRoot, runScript } from "./runScript.ts";
import { mainSteps, otherSteps, type Step } from "./steps.ts";

interface Outcome extends Counts {
  readonly name: string;
  readonly seconds: number;
}

/** How a script is asked for a report, and how the report is read. */
interface Report {
  args(file: string): readonly string[];
  env?(file: string): Readonly<Record<string, string>>;
  read(json: unknown): Counts;
}

/** A script without a report counts as one test. */
const reports: Readonly<Partial<Record<Step["script"], Report>>> = {
  "test:unit": {
    args: (file) => ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    read: readVitest,
  },
  "test:e2e": {
    args: () => ["--reporter=list,json"],
    env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    read: readPlaywright,
  },
  conformance: { args: (file) => ["--report", file], read: (json) => json as Counts },
};

const steps = process.argv.includes("--others") ? otherSteps : mainSteps;
const outcomes = [await timed("build", build)];
for (const step of steps) outcomes.push(await timed(step.name, () => runStep(step)));
printSummary(outcomes);

async function timed(name: string, work: () => Promise<Counts>): Promise<Outcome> {
  console.log(`\n── ${name} ${"─".repeat(72 - name.length)}`);
  const start = performance.now();
  const counts = await work();
  return { name, seconds: (performance.now() - start) / 1000, ...counts };
}

async function build(): Promise<Counts> {
  return ensureBuild().then(
    () => asOne(true),
    (error: Error) => {
      console.error(error.message);
      return asOne(false);
    },
  );
}

/** Runs a step; one that exits with an error counts at least one failure. */
async function runStep({ name, script, args }: Step): Promise<Counts> {
  const report = reports[script];
  const file = join(projectRoot, "dist", "cache", `${name}.json`);
  rmSync(file, { force: true });
  const ok = await runScript(script, [...args, ...(report?.args(file) ?? [])], report?.env?.(file));
  if (!report || !existsSync(file)) return asOne(ok);
  const counts = report.read(JSON.parse(readFileSync(file, "utf8")));
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function asOne(ok: boolean): Counts {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

function printSummary(all: readonly Outcome[]) {
  const sum = (key: keyof Counts) => all.reduce((total, outcome) => total + outcome[key], 0);
  const figures = ({ passed, failed, skipped }: Counts) =>
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  console.log(`\n── summary ${"─".repeat(65)}`);
  for (const outcome of all) {
    const verdict = outcome.failed > 0 ? "failed" : "ok";
    const seconds = outcome.seconds.toFixed(1).padStart(7);
    console.log(`${outcome.name.padEnd(12)}${verdict.padEnd(8)}${seconds} s   ${figures(outcome)}`);
  }
  const total = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
  console.log(`\n${figures(total)}`);
  if (total.failed > 0) process.exitCode = 1;
}
