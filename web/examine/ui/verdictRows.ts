/** Arranges verdicts as rows: one per scenario, with its outcome at each revision. */
import { outcomeOfVerdict } from "../../../shared/conform/conformReport.ts";
import type { ConformVerdict } from "../../../shared/conform/runConform.ts";
import type { Scenario } from "../../../shared/conform/scenario.ts";
import type { Revision } from "../../../shared/protocol/revisions.ts";
import { outcomeNames, type ShownOutcome } from "../messages/examineMessages.ts";

export interface VerdictRow {
  readonly scenario: Scenario;
  /** The worst of all revisions. */
  readonly outcome: ShownOutcome;
  readonly byRevision: ReadonlyMap<Revision, ConformVerdict>;
  /** The verdict with the worst outcome, at the newest revision. */
  readonly worst: ConformVerdict;
}

const order = Object.keys(outcomeNames) as readonly ShownOutcome[];

export function shownOutcome(verdict: ConformVerdict): ShownOutcome {
  const outcome = outcomeOfVerdict(verdict);
  return outcome === "note" ? "warning" : outcome;
}

const rank = (verdict: ConformVerdict) => order.indexOf(shownOutcome(verdict));

/** The rows, in the order of the scenarios. */
export function verdictRows(verdicts: readonly ConformVerdict[]): readonly VerdictRow[] {
  const byScenario = Map.groupBy(verdicts, ({ scenario }) => scenario);
  return [...byScenario].flatMap(([scenario, of]) => {
    const worst = of.reduce((found, each) => (rank(each) < rank(found) ? each : found));
    const byRevision = new Map(of.map((each) => [each.revision, each] as const));
    return { scenario, outcome: shownOutcome(worst), byRevision, worst };
  });
}

/** The rows of each outcome, the worst first. */
export function groupRows(
  rows: readonly VerdictRow[],
): readonly (readonly [outcome: ShownOutcome, rows: readonly VerdictRow[]])[] {
  return order.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome)] as const);
}
