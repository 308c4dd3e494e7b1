/** Runs the official conformance suite against a client, one scenario and revision at a time. */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { projectRoot } from "../runScript.ts";

const suite = join(projectRoot, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const compiled = join(projectRoot, "dist/cache/compiled");

export interface Trial {
  readonly scenario: string;
  readonly revision: string;
}

export interface Verdict {
  /** Successes of each check, by id. */
  readonly earned: Readonly<Record<string, number>>;
  /** Failures, warnings, exit code, timeout and stderr output of the client. */
  readonly problems: readonly string[];
}

/** One check in the suite's report. */
export interface Check {
  readonly id: string;
  readonly name: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly description: string;
  readonly errorMessage?: string;
}

/**
 * Every scenario for clients with the revisions it applies to; extensions have `extension` for all of them.
 * @throws {Error} when the suite's list cannot be read
 */
export async function listTrials(): Promise<readonly Trial[]> {
  const { output } = await runSuite(["list", "--client"], {});
  const trials = [...output.matchAll(/^\s*- (\S+) \[(.+)\]$/gm)].flatMap(
    ([, scenario, revisions]) =>
      (revisions ?? "").split(",").map((revision) => ({ scenario: scenario ?? "", revision })),
  );
  if (trials.length === 0) throw new Error(`The suite lists no scenario:\n${output}`);
  return trials;
}

/**
 * Runs one trial in a separate process, so that the client's exit code, timeout and warnings count.
 * @param command the client; it is split at spaces and gets the server's URL as its last argument
 * @param env added to the environment that the client gets
 */
export async function runTrial(
  { scenario, revision }: Trial,
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const which = ["--scenario", scenario, "--spec-version", revision, "--force"];
  try {
    const { code, output } = await runSuite(
      ["client", "--command", command, ...which, "-o", folder],
      env,
    );
    const { checks, stderr } = await readRun(folder);
    const bad = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    const ends = [/^Client exited with code .*$/m, /^Client timed out .*$/m];
    const problems = [
      ...bad.map(
        ({ name, description, errorMessage }) => `${name}: ${errorMessage ?? description}`,
      ),
      ...ends.flatMap((end) => end.exec(output) ?? []),
      ...(stderr === "" ? [] : [`The client said: ${stderr.slice(0, 500)}`]),
    ];
    if (code !== 0 && problems.length === 0) problems.push(`The suite ended with ${code}`);
    return { earned: countSuccesses(checks), problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function countSuccesses(checks: readonly Check[]): Record<string, number> {
  const earned: Record<string, number> = {};
  for (const { id, status } of checks) {
    if (status === "SUCCESS") earned[id] = (earned[id] ?? 0) + 1;
  }
  return earned;
}

/** Reads the report of the run in this folder; empty if the run never started. */
async function readRun(folder: string): Promise<{ checks: readonly Check[]; stderr: string }> {
  // a scenario name with a slash creates a subfolder
  const files = await readdir(folder, { recursive: true });
  const read = (name: string) => {
    const file = files.find((path) => basename(path) === name);
    return file === undefined ? "" : readFile(join(folder, file), "utf8");
  };
  const checks = (await read("checks.json")) || "[]";
  return {
    checks: JSON.parse(checks) as readonly Check[],
    stderr: (await read("stderr.txt")).trim(),
  };
}

/** Runs the suite; its report is in the folder that the arguments name. */
export function runSuite(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--disable-warning=DEP0190", suite, ...args], {
      cwd: projectRoot,
      // each trial starts the same programs again: cache their compiled code
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
