/** Groups rows by what there is to do about them, and compares them with former examinations. */
import { type Change, changeOf, type RememberedServer } from "./examinationMemory.ts";
import { type ShownOutcome, shownOutcomes, type VerdictRow } from "./verdictRows.ts";

/** Findings that are expected do not count. */
export type VerdictGroup = ShownOutcome | "expected";

export interface JudgedRow extends VerdictRow {
  readonly group: VerdictGroup;
  /** Whether a finding is expected, whether or not it was found. */
  readonly isExpected: boolean;
  /** Since the examination before. */
  readonly change: Change | undefined;
  /** In former examinations, newest first. */
  readonly past: readonly { readonly at: number; readonly outcome: ShownOutcome }[];
}

const findings: readonly ShownOutcome[] = ["violation", "warning", "could-not-run"];

/** @param startedAt of the examination, in milliseconds since 1970; only verdicts before it are compared */
export function judgeRows(
  rows: readonly VerdictRow[],
  { past, expected }: RememberedServer,
  startedAt: number,
): readonly JudgedRow[] {
  const former = past.filter(({ at }) => at < startedAt);
  return rows.map((row): JudgedRow => {
    const { id } = row.scenario;
    const isExpected = expected.includes(id);
    // an expectation that nothing meets any more fails, as it does on the command line
    const marked = findings.includes(row.outcome) ? "expected" : "violation";
    return {
      ...row,
      group: isExpected ? marked : row.outcome,
      isExpected,
      change: changeOf(row.outcome, former[0]?.outcomes[id]),
      past: former.flatMap(({ at, outcomes }) => {
        const outcome = outcomes[id];
        return outcome ? [{ at, outcome }] : [];
      }),
    };
  });
}

const order: readonly VerdictGroup[] = shownOutcomes.flatMap((outcome): readonly VerdictGroup[] =>
  outcome === "passed" ? ["expected", outcome] : [outcome],
);

/** The rows of each group, the worst first. */
export function groupRows(
  rows: readonly JudgedRow[],
): readonly (readonly [group: VerdictGroup, rows: readonly JudgedRow[]])[] {
  return order.map((group) => [group, rows.filter((row) => row.group === group)] as const);
}
