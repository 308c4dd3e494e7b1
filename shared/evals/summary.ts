/** Sums up the runs of a suite: rates, tools that no case leads to, and tools that are confused. */
import type { OfferedTool } from "../models/agent/offeredTools.ts";
import type { EvalCase } from "./evalSuite.ts";
import { countPassed, type EvalRun, sumKnown, wasNotAsked } from "./runSuite.ts";
import { type Interval, wilsonInterval } from "./wilson.ts";

export interface CaseSummary {
  readonly case: EvalCase;
  readonly model: string;
  /** Of the runs in which the model was asked. */
  readonly passed: number;
  readonly count: number;
  readonly interval: Interval;
}

/** How often a tool was the first choice where another one was expected. */
export interface Confusion {
  readonly expected: string;
  readonly chosen: string;
  readonly count: number;
}

export interface SuiteSummary {
  readonly cases: readonly CaseSummary[];
  /** How often each tool was chosen first where one was expected, the expected one included. */
  readonly choices: readonly Confusion[];
  readonly confusions: readonly Confusion[];
  /** How many tools were offered. */
  readonly toolCount: number;
  /** Tools that no run has called; none if no model could be asked. */
  readonly unused: readonly string[];
  readonly tokens: number | undefined;
  readonly cost: number | undefined;
}

export function summarizeSuite(
  runs: readonly EvalRun[],
  tools: readonly Pick<OfferedTool, "name">[],
): SuiteSummary {
  const groups = Map.groupBy(runs, (run) => JSON.stringify([run.case.name, run.model]));
  const cases = [...groups.values()].map((group) => {
    const [first] = group as [EvalRun];
    const { passed, count } = countPassed(group);
    const interval = wilsonInterval(passed, count);
    return { case: first.case, model: first.model, passed, count, interval };
  });
  // a model that could not be asked has chosen nothing
  const asked = runs.filter((run) => !wasNotAsked(run));
  const used = new Set(asked.flatMap(({ observed }) => observed.calls.map(({ tool }) => tool)));
  return {
    cases,
    choices: choicesOf(asked, () => true),
    // a run that calls the expected tool later is no confusion
    confusions: choicesOf(asked, (expected, calls) => calls.every(({ tool }) => tool !== expected)),
    toolCount: tools.length,
    unused:
      asked.length === 0 ? [] : tools.map(({ name }) => name).filter((name) => !used.has(name)),
    tokens: sumKnown(runs.map(({ observed }) => observed.tokens)),
    cost: sumKnown(
      runs.map(({ observed, judgement }) =>
        sumKnown(judgement ? [observed.cost, judgement.cost] : [observed.cost]),
      ),
    ),
  };
}

/** The tool that a case leads to; undefined if it expects none. */
export function expectedTool({ expect }: EvalCase): string | undefined {
  for (const one of expect) {
    if (one.kind === "in-order") return one.tools[0];
    if ("tool" in one && one.kind !== "not-called") return one.tool;
  }
  return undefined;
}

/** The chosen tool of a run that chose none. */
export const noTool = "no tool";

function choicesOf(
  runs: readonly EvalRun[],
  isCounted: (expected: string, calls: EvalRun["observed"]["calls"]) => boolean,
): readonly Confusion[] {
  const counts = new Map<string, Confusion>();
  for (const { case: one, observed } of runs) {
    const expected = expectedTool(one);
    const chosen = observed.calls[0]?.tool ?? noTool;
    if (expected === undefined || !isCounted(expected, observed.calls)) continue;
    const key = JSON.stringify([expected, chosen]);
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { expected, chosen, count });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}
