/** Lists the problems of a form; each links to its field. */
import { pointerNames } from "../../shared/core/json/pointer.ts";
import type { Problem } from "../../shared/schema/validate/problems.ts";
import { Button } from "../ui/Button.tsx";
import { fieldId } from "./fieldId.ts";
import { problemText } from "./problemMessages.ts";
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
            onPress={() => focusField(idPrefix, problem.pointer)}
          >
            {pointerNames(problem.pointer).join(" › ") || "Arguments"}: {problemText(problem)}
          </Button>
        </li>
      ))}
      {more !== undefined && <li>and {more.toLocaleString("en")} more</li>}
    </ul>
  );
}

/** Moves the focus to a field, or to the nearest one around it that is shown. */
function focusField(idPrefix: string, pointer: string): void {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const control = document
      .getElementById(fieldId(idPrefix, at))
      ?.querySelector<HTMLElement>("textarea, input, button");
    control?.focus();
    if (control || at === "") return;
  }
}
