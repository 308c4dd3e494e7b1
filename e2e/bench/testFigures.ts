/**
 * Figures that tests find on their way: durations, processor time and memory depend on the machine,
 * so that no test asserts them. `npm run bench -- tests` runs the tests that report figures, and prints these.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../runScript.ts";
import { type Figure, round } from "./figure.ts";

/** Environment variable: the file to which figures are added, one JSON text per line. */
const figuresVariable = "TEST_FIGURES";

/** Adds a figure of a test to the benchmark that runs it; does nothing in any other run. */
export function reportFigure({ value, ...figure }: Figure): void {
  const file = process.env[figuresVariable];
  if (file) appendFileSync(file, `${JSON.stringify({ ...figure, value: round(value) })}\n`);
}

/** Does some work, and reports its processor time, which other processes do not lengthen. */
export function measureCpu<Result>(name: string, maxMs: number, work: () => Result): Result {
  const start = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(start);
  reportFigure({ name, value: (user + system) / 1000, unit: "ms", goal: `<= ${maxMs}` });
  return result;
}

/** Reports memory in bytes. */
export function reportMemory(name: string, bytes: number, maxMebibytes: number): void {
  reportFigure({ name, value: bytes / 1024 ** 2, unit: "MiB", goal: `<= ${maxMebibytes}` });
}

/** Runs the tests that report figures, unit tests first; their own output goes to standard error. */
export async function testFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "figures-"));
  const file = join(folder, "figures");
  try {
    await run("test:unit", findReporting("{shared,relay,web,e2e}/**/*.test.{ts,tsx}"), file);
    await run("test:e2e", findReporting("e2e/*.spec.ts"), file);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Figure);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function findReporting(pattern: string): string[] {
  const isReporting = (path: string) =>
    readFileSync(join(projectRoot, path), "utf8").includes("bench/testFigures.ts");
  return globSync(pattern, { cwd: projectRoot }).filter(isReporting);
}

async function run(script: "test:unit" | "test:e2e", files: readonly string[], figures: string) {
  // without files all tests would run
  if (files.length === 0) return;
  const env = { ...process.env, [figuresVariable]: figures };
  const child = spawn("npm", ["run", "--silent", script, "--", ...files], {
    cwd: projectRoot,
    env,
    stdio: ["ignore", process.stderr, "inherit"],
  });
  await once(child, "exit");
}
