/** Leads to the first problem of a form after an attempt to send it. */
import { useEffect, useState } from "react";
import type { ValueProblem } from "../../shared/schema/validate/problems.ts";
import { revealField } from "./revealField.ts";

/**
 * Once an attempt was not sent because of problems, moves the focus to the first one's field, or
 * shows their list where there are no fields.
 * @param isAttempted whether there was such an attempt; one before the first rendering is ignored
 * @param idPrefix the form's prefix of element ids; undefined while no form is shown
 * @param showProblems shows the list
 */
export function useRevealFirstProblem(
  isAttempted: boolean,
  problems: readonly ValueProblem[],
  idPrefix: string | undefined,
  showProblems: () => void,
): void {
  const [isRevealed, setRevealed] = useState(isAttempted);
  useEffect(() => {
    const [first] = problems;
    if (isRevealed || !isAttempted || !first) return;
    setRevealed(true);
    // fields show their problems themselves
    if (idPrefix === undefined) showProblems();
    else revealField(idPrefix, first.pointer)?.focus();
  });
}
