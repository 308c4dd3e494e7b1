/** Lists the assertions of a call that was run, with what did not hold. */
import { Check, X } from "lucide-react";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { checkLines, noAnswerText, type ShownResult } from "../../messages/collectionMessages.ts";
import styles from "./SavedCalls.module.css";

export function ResultChecks({ result }: { result: ShownResult }) {
  const reason = noAnswerText(result);
  if (reason !== undefined) return <Notice severity="error" title={reason} isLive={false} />;
  const lines = checkLines(result);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Checks" className={styles.checks}>
      {lines.map(({ text, problem }, index) => {
        const Icon = problem === undefined ? Check : X;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no other identity
          <li key={index} data-failed={problem !== undefined || undefined}>
            <Icon aria-label={problem === undefined ? "Passed" : "Failed"} />
            <span>{escapeHidden(text)}</span>
            {problem !== undefined && <p className={styles.problem}>{escapeHidden(problem)}</p>}
          </li>
        );
      })}
    </ul>
  );
}
