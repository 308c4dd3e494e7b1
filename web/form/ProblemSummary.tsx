/** Lists the problems of a value; pressing one moves the focus to its field. */
import { useMemo } from "react";
import { parseJson } from "../../shared/core/json/jsonText.ts";
import { pointerNames } from "../../shared/core/json/pointer.ts";
import type { Field } from "../../shared/schema/plan/field.ts";
import { createPlanner } from "../../shared/schema/plan/plan.ts";
import type { ValueProblem } from "../../shared/schema/validate/problems.ts";
import { Button } from "../ui/Button.tsx";
import { problemText } from "./messages/valueProblemMessages.ts";
import { revealField } from "./revealField.ts";
import styles from "./SchemaForm.module.css";

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
    <ul aria-label="Problems" className={styles.summary}>
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
    </ul>
  );
}

/** The fields that a form shows for a text; undefined if it is not JSON. */
function planOf(schema: unknown, text: string): Field | undefined {
  const parsed = parseJson(text);
  if (parsed.kind !== "tree") return undefined;
  return createPlanner(schema).plan(text, parsed.root, new Map());
}

/** The labels of the fields on the way to a value, and the names where there is no field. */
function labelsOf(root: Field | undefined, pointer: string): readonly string[] {
  const labels: string[] = [];
  let names = pointerNames(pointer);
  let next = root;
  while (next) {
    const at = next;
    next = fieldsIn(at).find((one) => `${pointer}/`.startsWith(`${one.pointer}/`));
    if (!next) break;
    labels.push(next.label);
    names = pointerNames(pointer).slice(next.path.length);
  }
  return [...labels, ...names];
}

function fieldsIn(field: Field): readonly Field[] {
  if (field.kind === "union") return fieldsIn(field.field);
  return field.kind === "object" ? field.fields : field.kind === "array" ? field.items : [];
}
