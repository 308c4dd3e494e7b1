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

/** Runs the files that are nearest to the module first: they are the likeliest to fail. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) =>
      parts.findIndex((part) => moduleId.includes(part));
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

const vitest = await createVitest({
  watch: false,
  bail: 1,
  silent: true,
  reporters: [{}],
  sequence: { sequencer: NearestFirst },
});

process.on("message", async ({ changed, tests }: RunRequest) => {
  parts = tests;
  for (const path of changed) vitest.invalidateFile(path);
  const specifications = await vitest.globTestSpecifications([...tests]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failure =
    testModules.map(failureIn).find((found) => found) ?? messageOf(unhandledErrors[0]);
  const count = testModules
    .flatMap(({ children }) => [...children.allTests()])
    .filter((test) => /passed|failed/.test(test.result().state)).length;
  process.send?.({ count, ...(failure === undefined ? {} : { failure }) } satisfies RunResult);
});

process.on("disconnect", () => process.exit());

function failureIn(module: TestModule): string | undefined {
  if (module.state() !== "failed") return undefined;
  const [test] = module.children.allTests("failed");
  const error = test ? test.fullName : messageOf(module.errors()[0]);
  return `${module.relativeModuleId}: ${error}`;
}

const messageOf = (error: unknown) =>
  error === undefined ? undefined : String((error as Error).message ?? error).split("\n")[0];
