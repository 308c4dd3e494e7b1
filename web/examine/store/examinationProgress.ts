/** Says how far an examination is: which tests have a verdict, which one runs, and which are to come. */
import { type ConformVerdict, isEnough } from "../../../shared/conform/runConform.ts";
import type { Scenario } from "../../../shared/conform/scenario.ts";
import { isOfRevision, scenarios } from "../../../shared/conform/scenarios.ts";
import { type Revision, revisions } from "../../../shared/protocol/revisions.ts";
import type { ConformRun } from "./examinations.ts";

/** A scenario at one revision. */
export interface ExaminedTest {
  readonly scenario: Scenario;
  readonly revision: Revision;
}

export interface ExaminationProgress {
  /** The revisions that the server may offer: those that were not refused. */
  readonly columns: readonly Revision[];
  readonly done: number;
  /** In the order in which they run. Never more than before, whatever the server refuses. */
  readonly toCome: readonly ExaminedTest[];
  /** The test that runs. */
  readonly current: ExaminedTest | undefined;
}

const keyOf = ({ scenario, revision }: ExaminedTest) => `${scenario.id} ${revision}`;

export function examinationProgress(
  { failures, revision }: Pick<ConformRun, "failures" | "revision">,
  verdicts: readonly ConformVerdict[],
): ExaminationProgress {
  const columns = revisions.filter((each) => failures.every((one) => one.revision !== each));
  const known = new Set(verdicts.map(keyOf));
  const enough = new Set(verdicts.filter(isEnough).map(({ scenario }) => scenario.id));
  const toCome = columns
    .flatMap((at) =>
      scenarios
        .filter((scenario) => isOfRevision(scenario, at))
        .map((scenario) => ({ scenario, revision: at })),
    )
    .filter((test) => !known.has(keyOf(test)) && !enough.has(test.scenario.id));
  const current = toCome.find((test) => test.revision === revision);
  return { columns, done: known.size, toCome, current };
}

/** Milliseconds that the rest takes if it is as fast as the tests before; undefined after too few of them. */
export function remainingMs(
  { done, toCome }: ExaminationProgress,
  passedMs: number,
): number | undefined {
  return done < minTests ? undefined : (passedMs / done) * toCome.length;
}

/** Tests after which the time of the rest is estimated. */
const minTests = 5;
