/** Lists the problems of a form; each links to its field. */
import { pointerNames } from "../../shared/core/json/pointer.ts";
import type { Problem } from "../../shared/schema/validate/problems.ts";
import { problemText } from "../messages/forms/problemMessages.ts";
import { Button } from "../ui/Button.tsx";
import { revealField } from "./revealField.ts";
import styles from "./SchemaForm.module.css";

/**
 * @param props.more number of further problems that are not listed
 * @param props.idPrefix the form's prefix of element ids
 */
export function ProblemSummary(props: {
  problems: readonly Problem[];
  more?: number | undefined;
  idPrefix?: string;
}) {
  const { problems, more, idPrefix = "form" } = props;
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Problems" className={styles.summary}>
      {problems.map((problem) => (
        <li key={`${problem.pointer} ${problemText(problem)}`}>
          <Button
            variant="quiet"
            size="small"
            onPress={() => revealField(idPrefix, problem.pointer)?.focus()}
          >
            {pointerNames(problem.pointer).join(" › ") || "Arguments"}: {problemText(problem)}
          </Button>
        </li>
      ))}
      {more !== undefined && <li>and {more.toLocaleString("en")} more</li>}
    </ul>
  );
}
