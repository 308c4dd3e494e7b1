/** Counts what came of the scenarios of an examination, as the tab Examine does. */
import type { FindingEntry } from "../../../../../shared/log/entry.ts";
import { formatCount } from "../../../../messages/quantities.ts";

interface VerdictCounts {
  /** For example `37 passed, 2 failed`. */
  readonly counted: string;
  /** The revisions at which something was examined. */
  readonly revisions: readonly string[];
}

/** What a verdict says of its rule, the worst first. */
const outcomes = ["failed", "warning", "could-not-run", "passed", "not-applicable"] as const;

type VerdictOutcome = (typeof outcomes)[number];

/** @param verdicts of one examination in the order of the log; the newest of a rule at a revision counts */
export function verdictsIn(verdicts: readonly FindingEntry[]): VerdictCounts {
  const newest = new Map<string, FindingEntry>();
  for (const verdict of verdicts) {
    const { rule, revision } = verdict.evidence;
    newest.set(`${rule} ${revision}`, verdict);
  }
  const worst = new Map<string, VerdictOutcome>();
  for (const verdict of newest.values()) {
    const rule = String(verdict.evidence.rule);
    const outcome = outcomeOf(verdict);
    const known = worst.get(rule) ?? outcome;
    worst.set(rule, outcomes.indexOf(outcome) < outcomes.indexOf(known) ? outcome : known);
  }
  const countOf = (wanted: VerdictOutcome) =>
    [...worst.values()].filter((outcome) => outcome === wanted).length;
  const [passed, failed, warned] = [countOf("passed"), countOf("failed"), countOf("warning")];
  const could = countOf("could-not-run");
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warned > 0 ? [formatCount(warned, "warning")] : []),
    ...(could > 0 ? [`${could} could not run`] : []),
  ];
  const revisions = [...newest.values()].map(({ evidence }) => String(evidence.revision));
  return { counted: parts.join(", "), revisions: [...new Set(revisions)] };
}

function outcomeOf({ evidence, severity }: FindingEntry): VerdictOutcome {
  const { outcome } = evidence;
  if (outcome === "failed") return severity === "violation" ? "failed" : "warning";
  return outcomes.find((one) => one === outcome) ?? "could-not-run";
}
