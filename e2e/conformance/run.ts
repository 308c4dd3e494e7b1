/** Runs the official conformance suite against the client in Node and in a browser (`npm run conformance`). */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { floorOf, missing, trials, withoutFloor } from "./floor.ts";
import { type Leg, legNames, legs, serverLeg } from "./legs.ts";
import { runServerSuites, type ServerVerdict } from "./serverLeg.ts";
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
    /** File for the counts. */
    report: { type: "string" },
  },
});

const chosenLegs: readonly string[] = values.leg ?? legNames;
const chosen = trials.filter(({ scenario }) => scenario === (values.scenario ?? scenario));
const results: Result[] = [];
const verdicts: ServerVerdict[] = [];
try {
  for (const leg of legs) {
    if (chosenLegs.includes(leg.name)) results.push(...(await runLeg(leg)));
  }
  if (chosenLegs.includes(serverLeg) && !values.scenario)
    verdicts.push(...(await runServerSuites()));
  if (results.length + verdicts.length === 0) throw new Error("There is no such leg or scenario.");
  conclude(withoutFloor(await listTrials()));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function runLeg({ name, command, open }: Leg): Promise<Result[]> {
  const harness = await open();
  try {
    // the suite's servers are light and the clients mostly wait: one more than there are cores
    return await inParallel(availableParallelism() + 1, chosen, async (trial) => {
      const { earned, problems } = await runTrial(trial, command, harness.env);
      return { ...trial, leg: name, earned, problems: [...problems, ...missing(trial, earned)] };
    });
  } finally {
    await harness.close();
  }
}

function conclude(without: readonly Trial[]) {
  const failed = results.filter(({ problems }) => problems.length > 0);
  printTable();
  for (const { leg, scenario, revision, problems } of failed) {
    console.log(`\n${scenario} ${revision} ${leg}:`);
    for (const problem of problems) console.log(`  ${problem}`);
  }
  for (const { scenario, revision } of without) {
    console.log(`\n${scenario} ${revision}: it has no floor`);
  }
  const lost = verdicts.filter(({ problems }) => problems.length > 0);
  for (const { set, scenarios, earned, problems } of verdicts) {
    const sentence = `a server, ${set}: ${earned} checks in ${scenarios} scenarios, directly, through the forwarder and through a tap`;
    console.log(`\n${sentence}${problems.length > 0 ? ", failed:" : ""}`);
    for (const problem of problems) console.log(`  ${problem}`);
  }
  const counts = {
    passed: results.length - failed.length + verdicts.length - lost.length,
    failed: failed.length + without.length + lost.length,
    skipped: 0,
  };
  if (values.report) writeFileSync(values.report, JSON.stringify(counts));
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed > 0) process.exitCode = 1;
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
