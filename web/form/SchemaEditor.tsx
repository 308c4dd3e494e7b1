/** JSON editor that marks what does not fit a schema, with the same messages as a form. */
import { useMemo } from "react";
import { pointerNames } from "../../shared/core/json/pointer.ts";
import type { ValueProblem } from "../../shared/schema/validate/problems.ts";
import { JsonEditor, type JsonEditorProps } from "../editor/JsonEditor.tsx";
import { problemText } from "./messages/valueProblemMessages.ts";
import { useValidation } from "./useValidation.ts";

interface SchemaEditorProps extends Omit<JsonEditorProps, "marks"> {
  /** Problems of the current text; if omitted, the text is checked against the schema here. */
  readonly problems?: readonly ValueProblem[];
}

export function SchemaEditor({ problems, ...props }: SchemaEditorProps) {
  const { verdict } = useValidation(problems ? undefined : props.schema, props.value);
  const found = problems ?? (verdict?.kind === "checked" ? verdict.problems : undefined);
  const marks = useMemo(
    () => found?.map((problem) => ({ pointer: problem.pointer, message: markText(problem) })),
    [found],
  );
  return <JsonEditor {...props} marks={marks} />;
}

/** A missing property is marked at the object around it, and named in the message. */
function markText(problem: ValueProblem): string {
  const { code } = problem.detail;
  const isMissing = code === "required" || code === "required-by";
  const name = isMissing ? pointerNames(problem.pointer).at(-1) : undefined;
  return name === undefined ? problemText(problem) : `${name}: ${problemText(problem)}`;
}
