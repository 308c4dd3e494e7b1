/** Says whether a result fits the tool's `outputSchema`. */
import { findingText } from "../../../../../shared/messages/findingText.ts";
import { problemText } from "../../../../form/messages/valueProblemMessages.ts";
import { Notice } from "../../../../ui/Notice.tsx";
import styles from "./Outcome.module.css";
import type { OutputCheck } from "./useOutputCheck.ts";

/** A short note beside the size of the result. */
export function OutputWord({ check }: { check: OutputCheck }) {
  const { verdict, report } = check;
  if (verdict === undefined) return null;
  if (verdict === "missing") return <span className={styles.invalid}>no structuredContent</span>;
  if (verdict.kind !== "checked") return <span>not checked</span>;
  if (!report) return <span className={styles.valid}>✓ fits its schema</span>;
  return <span className={styles.invalid}>does not match its schema</span>;
}

/** The finding, as Traffic shows it, with each place that does not fit. */
export function OutputNotice({ check }: { check: OutputCheck }) {
  const { verdict, report } = check;
  if (!report || verdict === undefined) return null;
  const isMissing = verdict === "missing";
  const problems = !isMissing && verdict.kind === "checked" ? verdict.problems : [];
  return (
    <Notice
      severity="warning"
      title={
        isMissing
          ? "structuredContent is missing"
          : "structuredContent does not match the tool's outputSchema"
      }
    >
      <p>{findingText(report)}</p>
      {problems.length > 0 && (
        <ul className={styles.mismatches}>
          {problems.map((problem) => (
            <li key={`${problem.pointer} ${problemText(problem)}`}>
              <code>{problem.pointer || "/"}</code> {problemText(problem)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
