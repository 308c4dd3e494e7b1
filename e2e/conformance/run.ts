/** Runs the official conformance suite against the client in Node and in a browser (`npm run conformance`). */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { chromiumOrReason } from "../chromium.ts";
import { createProgress, describeCounts, resultsVariable } from "../progress/progress.ts";
import { floorOf, missing, trials, withoutFloor } from "./floor.ts";
import { type Leg, legs, serverLeg } from "./legs.ts";
import { runServerSuites, serverSets } from "./serverLeg.ts";
import { listTrials, runTrial, type Trial, type Verdict } from "./suite.ts";

interface Result extends Trial, Verdict {
  readonly leg: string;
}

const { values } = parseArgs({
  options: {
    /** Run only these legs. */
    leg: { type: "string", multiple: true },
    /** Run only this scenario. */
    scenario: { type: "string" },
  },
});

const chosenLegs = legs.filter(({ name }) => values.leg?.includes(name) ?? true);
const isServerChosen = (values.leg?.includes(serverLeg) ?? true) && !values.scenario;
const chosen = trials.filter(({ scenario }) => scenario === (values.scenario ?? scenario));
const results: Result[] = [];
const progress = createProgress("runs");
try {
  const runs = chosenLegs.length * chosen.length + (isServerChosen ? serverSets.length : 0);
  if (runs === 0) throw new Error("There is no such leg or scenario.");
  progress.begin(runs);
  for (const leg of chosenLegs) results.push(...(await runLeg(leg)));
  if (isServerChosen) await runServerLeg();
  for (const trial of withoutFloor(await listTrials())) {
    progress.failed(titleOf(trial), "It has no floor.");
  }
  progress.end();
  // of all tests the results are enough
  if (!process.env[resultsVariable]) printTable();
  const { passed, failed, skipped } = progress.results();
  console.log(`\n${describeCounts({ passed, failed: failed.length, skipped: skipped.length })}`);
  if (failed.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function runLeg({ name, command, needsChromium, open }: Leg): Promise<Result[]> {
  const found = needsChromium ? await chromiumOrReason() : undefined;
  if (found && "reason" in found) {
    for (const trial of chosen) progress.skipped(`${titleOf(trial)} ${name}`, found.reason);
    return [];
  }
  const harness = await open();
  try {
    // the suite's servers are light and the clients mostly wait: one more than there are cores
    return await inParallel(availableParallelism() + 1, chosen, async (trial) => {
      const title = `${titleOf(trial)} ${name}`;
      progress.started(title);
      const { earned, problems } = await runTrial(trial, command, harness.env);
      const result = {
        ...trial,
        leg: name,
        earned,
        problems: [...problems, ...missing(trial, earned)],
      };
      conclude(title, result.problems);
      return result;
    });
  } finally {
    await harness.close();
  }
}

async function runServerLeg() {
  for (const verdict of await runServerSuites()) {
    const { set, scenarios, earned, problems } = verdict;
    const title = `a server, ${set}: ${earned} checks in ${scenarios} scenarios, directly, through the forwarder and through a tap`;
    conclude(title, problems);
  }
}

function conclude(title: string, problems: readonly string[]) {
  if (problems.length === 0) progress.passed();
  else progress.failed(title, problems.map((problem) => `  ${problem}`).join("\n"));
  progress.ended(title);
}

function titleOf({ scenario, revision }: Trial): string {
  return `${scenario} ${revision}`;
}

/** Prints a line per trial and a column per leg: successful of required checks. */
function printTable() {
  if (results.length === 0) return;
  const names = [...new Set(results.map(({ leg }) => leg))];
  const line = (scenario: string, revision: string, cells: readonly string[]) =>
    console.log(
      [scenario.padEnd(44), revision.padEnd(12), ...cells.map((c) => c.padEnd(12))].join(""),
    );
  line("scenario", "revision", names);
  for (const trial of chosen) {
    const cells = names.map((name) => {
      const result = results.find(
        ({ leg, scenario, revision }) =>
          leg === name && scenario === trial.scenario && revision === trial.revision,
      );
      const of = `${sum(result?.earned ?? {})}/${sum(floorOf(trial))}`;
      return result?.problems.length === 0 ? of : `${of} failed`;
    });
    line(trial.scenario, trial.revision, cells);
  }
}

function sum(times: Verdict["earned"]): number {
  return Object.values(times).reduce((all, some) => all + some, 0);
}

/** Processes items, at most `maxWorkers` at a time; results are in the order of the items. */
async function inParallel<Item, Done>(
  maxWorkers: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) done[index] = await work(item);
  };
  await Promise.all(Array.from({ length: maxWorkers }, worker));
  return done;
}
