/** Arranges verdicts as rows: one per scenario, with its outcome at each revision. */
import { outcomeOfVerdict } from "../../../shared/conform/conformReport.ts";
import type { ConformVerdict } from "../../../shared/conform/runConform.ts";
import type { Scenario } from "../../../shared/conform/scenario.ts";
import type { Revision } from "../../../shared/protocol/revisions.ts";

/** The worst first. */
export const shownOutcomes = [
  "violation",
  "warning",
  "could-not-run",
  "passed",
  "not-applicable",
] as const;

export type ShownOutcome = (typeof shownOutcomes)[number];

export interface VerdictRow {
  readonly scenario: Scenario;
  /** The worst of all revisions. */
  readonly outcome: ShownOutcome;
  readonly byRevision: ReadonlyMap<Revision, ConformVerdict>;
  /** The verdict with the worst outcome, at the newest revision. */
  readonly worst: ConformVerdict;
}

export function shownOutcome(verdict: ConformVerdict): ShownOutcome {
  const outcome = outcomeOfVerdict(verdict);
  return outcome === "note" ? "warning" : outcome;
}

const rank = (verdict: ConformVerdict) => shownOutcomes.indexOf(shownOutcome(verdict));

/** The rows, in the order of the scenarios. */
export function verdictRows(verdicts: readonly ConformVerdict[]): readonly VerdictRow[] {
  const byScenario = Map.groupBy(verdicts, ({ scenario }) => scenario);
  return [...byScenario].map(([scenario, of]) => {
    const worst = of.reduce((found, each) => (rank(each) < rank(found) ? each : found));
    const byRevision = new Map(of.map((each) => [each.revision, each] as const));
    return { scenario, outcome: shownOutcome(worst), byRevision, worst };
  });
}
