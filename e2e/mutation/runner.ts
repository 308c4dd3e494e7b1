/** Runs test files again and again in one process, whose start would otherwise take most of the time. */
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from "vitest/node";

/** What the process is asked. */
export interface RunRequest {
  /** Paths of modules whose text has changed since the last run. */
  readonly changed: readonly string[];
  /** Parts of the paths of the test files; those of the first part run first. */
  readonly tests: readonly string[];
}

/** What it answers. */
export interface RunResult {
  /** Tests that passed or failed; the first failure ends a run. */
  readonly count: number;
  /** The first failure, if any. */
  readonly failure?: string;
}

let parts: readonly string[] = [];
let count = 0;
let failure: string | undefined;

/** Runs the files that are nearest to the module first: they are the likeliest to fail. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) =>
      parts.findIndex((part) => moduleId.includes(part));
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

const fail = (module: TestModule, what: string) => {
  if (failure !== undefined) return;
  failure = `${module.relativeModuleId}: ${what}`;
  void vitest.cancelCurrentRun("test-failure");
};

const vitest = await createVitest({
  watch: false,
  silent: true,
  sequence: { sequencer: NearestFirst },
  // not the option `bail`: a worker could then cancel the next run, whose mutant would survive
  reporters: [
    {
      onTestCaseResult(test) {
        const { state } = test.result();
        if (state !== "skipped") count++;
        if (state === "failed") fail(test.module, test.fullName);
      },
      onTestModuleEnd(module) {
        if (module.state() === "failed") fail(module, messageOf(module.errors()[0]) ?? "failed");
      },
    },
  ],
});

process.on("message", async ({ changed, tests }: RunRequest) => {
  parts = tests;
  count = 0;
  failure = undefined;
  for (const path of changed) vitest.invalidateFile(path);
  const specifications = await vitest.globTestSpecifications([...tests]);
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const first = failure ?? messageOf(unhandledErrors[0]);
  process.send?.({ count, ...(first === undefined ? {} : { failure: first }) } satisfies RunResult);
});

process.on("disconnect", () => process.exit());

function messageOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return String((error as Error).message ?? error).split("\n")[0];
}
