/** Replaces a module's mutants one after the other in a copy of the project, and runs its tests on each. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { applyMutant, findMutants, type Mutant, selectMutants } from "./mutants.ts";
import type { RunRequest, RunResult } from "./runner.ts";

/** A part of the product, and the tests that must notice its mutants. */
export interface MutatedModule {
  readonly name: string;
  readonly files: readonly string[];
  /** Parts of the paths of its tests; the nearest first. */
  readonly tests: readonly string[];
}

export interface TestedMutant extends Mutant {
  readonly file: string;
  /** The test that failed, or why there was no end; undefined if all passed: the mutant survived. */
  readonly killedBy: string | undefined;
}

/**
 * Makes mutants of a module and finds out which of them its tests notice.
 * @param folder a copy of the project, whose files are changed meanwhile
 * @param count the number of mutants; fewer if the module has no more
 * @param signal ends the processes of the tests
 * @param graceMs milliseconds that a run with a mutant takes at most, beyond three times those without one
 * @throws if the tests fail without a mutant, or there are none
 */
export async function* mutateModule(
  folder: string,
  { name, files, tests }: MutatedModule,
  count: number,
  signal: AbortSignal,
  graceMs = 20_000,
): AsyncGenerator<TestedMutant> {
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await readFile(join(folder, file), "utf8"));
  const mutants = [...texts].flatMap(([file, text]) =>
    findMutants(file, text).map((mutant) => ({ ...mutant, file })),
  );
  const changed = files.map((file) => join(folder, file));
  const runner = createTestProcess(folder, signal);
  try {
    const startedAt = performance.now();
    const unchanged = await runner.run({ changed, tests });
    if (unchanged.failure !== undefined || unchanged.count === 0) {
      throw new Error(`${name} without a mutant: ${unchanged.failure ?? "no test ran"}`);
    }
    const limitMs = 3 * (performance.now() - startedAt) + graceMs;

    for (const mutant of selectMutants(mutants, count)) {
      const path = join(folder, mutant.file);
      const text = texts.get(mutant.file) ?? "";
      await writeFile(path, applyMutant(text, mutant));
      const { failure, count: ran } = await runner.run({ changed, tests }, limitMs);
      await writeFile(path, text);
      const missing = unchanged.count - ran;
      const isComplete = failure !== undefined || missing === 0;
      yield { ...mutant, killedBy: isComplete ? failure : `${missing} tests were not run` };
    }
  } finally {
    runner.end();
  }
}

/** Runs tests in a process of its own, which is replaced where a mutant keeps it from ending. */
function createTestProcess(folder: string, signal: AbortSignal) {
  let child: ChildProcess | undefined;
  const end = () => {
    const { pid } = child ?? {};
    child = undefined;
    if (pid === undefined) return;
    // with the workers, and the servers that they started
    if (process.platform === "win32") process.kill(pid);
    else process.kill(-pid, "SIGKILL");
  };
  const begin = () => {
    // a test of this module runs in Vitest itself
    const outer = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
    const begun = fork(join(import.meta.dirname, "runner.ts"), {
      cwd: folder,
      detached: process.platform !== "win32",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // as Vitest's command line does; some packages depend on it
      env: { ...Object.fromEntries(outer), NODE_ENV: "test" },
    });
    begun.once("exit", () => {
      if (child === begun) child = undefined;
    });
    return begun;
  };
  signal.addEventListener("abort", end);
  return {
    async run(request: RunRequest, limitMs?: number): Promise<RunResult> {
      signal.throwIfAborted();
      child ??= begin();
      const waiting = new AbortController();
      const results: Promise<RunResult>[] = [
        once(child, "message", waiting).then(([result]) => result),
        once(child, "exit", waiting).then(() => ({
          count: 0,
          failure: "the tests' process ended",
        })),
      ];
      if (limitMs !== undefined) {
        const late = { count: 0, failure: "the tests did not end in time" };
        const expired = setTimeout(limitMs, late, waiting);
        results.push(
          expired.then((result) => {
            end();
            return result;
          }),
        );
      }
      child.send(request);
      return Promise.race(results).finally(() => waiting.abort());
    },
    end,
  };
}
