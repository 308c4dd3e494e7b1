/** Lists the problems of a value; pressing one moves the focus to its field. */
import { useMemo } from "react";
import type { ValueProblem } from "../../shared/schema/validate/problems.ts";
import { Button } from "../ui/Button.tsx";
import { Stack } from "../ui/primitives/Layout.tsx";
import { problemText } from "./messages/valueProblemMessages.ts";
import { labelsOf, planOf } from "./problemFields.ts";
import { revealField } from "./revealField.ts";

interface ProblemSummaryProps {
  readonly problems: readonly ValueProblem[];
  /** The number of further problems that are not listed. */
  readonly more?: number | undefined;
  /** The form's prefix of element ids. */
  readonly idPrefix?: string;
  /** The schema and the text of the form, which names the fields by their labels. */
  readonly schema: unknown;
  readonly text: string;
}

export function ProblemSummary(props: ProblemSummaryProps) {
  const { problems, more, idPrefix = "form", schema, text } = props;
  const root = useMemo(() => planOf(schema, text), [schema, text]);
  if (problems.length === 0) return null;
  return (
    <Stack as="ul" gap={0} align="start" aria-label="Problems">
      {problems.map((problem) => (
        <li key={`${problem.pointer} ${problemText(problem)}`}>
          <Button
            variant="quiet"
            size="small"
            onPress={() => revealField(idPrefix, problem.pointer)?.focus()}
          >
            {labelsOf(root, problem.pointer).join(" › ") || "Arguments"}: {problemText(problem)}
          </Button>
        </li>
      ))}
      {more !== undefined && <li>and {more.toLocaleString("en")} more</li>}
    </Stack>
  );
}
