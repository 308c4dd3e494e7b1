/**
 * Measures how many small changes of ten core modules the unit and component tests notice:
 * `npm run mutation`, `-- --only session --only gate` for some of them, `-- --report <file>` for JSON.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "../runScript.ts";
import { type MutatedModule, mutateModule, type TestedMutant } from "./mutateModule.ts";

/** What the product's parts depend on most, and the folders of their tests. */
const modules: readonly MutatedModule[] = [
  {
    name: "session",
    files: ["shared/client/session/session.ts"],
    tests: ["shared/client/session/", "shared/client/", "e2e/engine/oddServers"],
  },
  {
    name: "operation",
    files: ["shared/client/operation.ts"],
    tests: ["shared/client/", "e2e/engine/tasksExtension", "e2e/engine/modern"],
  },
  {
    name: "era",
    files: ["era", "modernEra", "negotiation/detectModernEra", "negotiation/negotiate"].map(
      (file) => `shared/client/${file}.ts`,
    ),
    tests: ["shared/client/negotiation/", "shared/client/", "e2e/engine/modern"],
  },
  {
    name: "recorder",
    files: ["tapRecorders", "stdioLog", "httpLog", "tapFile"].map(
      (file) => `relay/cli/tap/recorder/${file}.ts`,
    ),
    tests: ["relay/cli/tap/recorder/", "relay/cli/tap/"],
  },
  {
    name: "rowTree",
    files: ["web/traffic/ui/messages/tree/rowTree.ts"],
    tests: ["web/traffic/ui/messages/", "web/traffic/"],
  },
  {
    name: "runningApp",
    files: ["web/apps/store/runningApp.ts"],
    tests: ["web/apps/store/", "web/apps/"],
  },
  {
    name: "examinations",
    files: ["web/examine/store/examinations.ts"],
    tests: ["web/examine/"],
  },
  {
    name: "gate",
    files: ["relay/cli/tap/gate/gate.ts"],
    tests: ["relay/cli/tap/gate/", "relay/cli/tap/"],
  },
  {
    name: "mask",
    files: [
      "shared/log/mask.ts",
      "shared/recording/redaction/redactor.ts",
      "shared/recording/redaction/knownSecrets.ts",
    ],
    tests: [
      "shared/log/mask",
      "shared/recording/redaction/",
      "shared/recording/golden",
      "shared/recording/secrets",
    ],
  },
  {
    name: "forwarder",
    files: ["relay/forward/forwardedExchange.ts", "relay/forward/forwardService.ts"],
    tests: ["relay/forward/"],
  },
];

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    count: { type: "string", default: "20" },
    report: { type: "string" },
  },
});
const chosen = modules.filter(({ name }) => values.only?.includes(name) ?? true);
const count = Number(values.count);
if (chosen.length === 0 || !(count > 0)) {
  const names = modules.map(({ name }) => name).join("|");
  console.error(`npm run mutation -- [--only ${names}]… [--count N] [--report file.json]`);
  process.exit(2);
}

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

const folder = await copyProject();
const results: { name: string; mutants: readonly TestedMutant[]; seconds: number }[] = [];
try {
  for (const module of chosen) {
    const startedAt = performance.now();
    const mutants: TestedMutant[] = [];
    for await (const mutant of mutateModule(folder, module, count, stop.signal)) {
      mutants.push(mutant);
      if (mutant.killedBy === undefined) printSurvivor(mutant);
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    results.push({ name: module.name, mutants, seconds });
    const killed = mutants.filter(({ killedBy }) => killedBy !== undefined).length;
    console.log(`${module.name.padEnd(14)}${killed} of ${mutants.length} killed   ${seconds} s`);
    if (values.report) await writeFile(values.report, `${JSON.stringify(results, null, 2)}\n`);
  }
} catch (error) {
  console.error(stop.signal.aborted ? "Stopped" : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Copies what belongs to the project, changed files included, so that no mutant gets into it. */
async function copyProject(): Promise<string> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).split("\0");
  const copy = await mkdtemp(join(await realpath(tmpdir()), "mutation-"));
  for (const file of files.filter((each) => each && existsSync(join(projectRoot, each)))) {
    await cp(join(projectRoot, file), join(copy, file));
  }
  await symlink(join(projectRoot, "node_modules"), join(copy, "node_modules"), "junction");
  return copy;
}

function printSurvivor({ file, line, operator, original, replacement }: TestedMutant) {
  console.log(`  ${file}:${line} ${operator}: ${onLine(original)} → ${onLine(replacement)}`);
}

function onLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 70 ? `${line.slice(0, 70)}…` : line;
}
