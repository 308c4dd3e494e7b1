/** Form generated from a JSON Schema; edits change only the affected part of the JSON text. */

import { useMemo, useRef, useState } from "react";
import type { ParsedJson } from "../../shared/core/json/jsonText.ts";
import { createPlanner } from "../../shared/schema/plan/plan.ts";
import type { Problem } from "../../shared/schema/validate/problems.ts";
import { jsonFaultText } from "../messages/forms/jsonMessages.ts";
import { Notice } from "../ui/Notice.tsx";
import { type Complete, CompleteContext } from "./completion.ts";
import { FieldView } from "./fields/FieldView.tsx";
import { ActionsContext, StateContext } from "./formContext.ts";
import styles from "./SchemaForm.module.css";
import { useFormText } from "./useFormText.ts";
import { useFormView } from "./useFormView.ts";
import { useTouched } from "./useTouched.ts";

export interface SchemaFormProps {
  /** The schema as it was parsed. Give the form a separate `key` for each schema. */
  readonly schema: unknown;
  /** The value as JSON text. */
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Problems of the current text, shown at their fields. */
  readonly problems?: readonly Problem[];
  /** Prefix of element ids, unique per form on the page. */
  readonly idPrefix?: string;
  /** Completes top-level texts while the user types. */
  readonly complete?: Complete | undefined;
}

const noProblems: readonly Problem[] = [];

/** Fields for a value; if the text is not valid JSON, a notice is shown and nothing is changed. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, text, onTextChange, problems = noProblems, idPrefix = "form" } = props;
  const formText = useFormText(text, onTextChange);
  const { choices, asJson, actions } = useFormView(formText, idPrefix);
  const form = useRef<HTMLDivElement>(null);
  const touched = useTouched(form);
  const planner = useMemo(() => createPlanner(schema, "Arguments"), [schema]);
  const { parsed, readable, drafts } = formText;
  const byPointer = useSteady(
    useMemo(() => Map.groupBy(problems, (one) => one.pointer), [problems]),
  );
  const state = useMemo(
    () => ({ drafts, asJson, touched, problems: byPointer }),
    [drafts, asJson, touched, byPointer],
  );

  const obstacle = obstacleIn(parsed);

  return (
    <ActionsContext value={actions}>
      <StateContext value={state}>
        <CompleteContext value={props.complete}>
          <div ref={form} className={styles.form}>
            {obstacle === undefined && parsed.kind === "tree" ? (
              <FieldView field={planner.plan(readable, parsed.root, choices)} />
            ) : (
              <Notice severity="warning" title="The fields cannot show this text">
                {obstacle} Nothing was changed; correct the JSON and the fields come back.
              </Notice>
            )}
          </div>
        </CompleteContext>
      </StateContext>
    </ActionsContext>
  );
}

/** States why a text cannot be shown in fields. */
function obstacleIn(parsed: ParsedJson): string | undefined {
  if (parsed.kind !== "tree")
    return `Line ${parsed.line}, column ${parsed.column}: ${jsonFaultText(parsed.fault)}.`;
  if (parsed.root === undefined || parsed.root.kind === "object") return undefined;
  return `A JSON object is expected, but this is of type ${parsed.root.kind}.`;
}

/** Keeps the identity of an unchanged map, so that fields are not rendered again. */
function useSteady(problems: Map<string, Problem[]>): Map<string, Problem[]> {
  const [steady, setSteady] = useState(problems);
  if (steady === problems) return steady;
  if (JSON.stringify([...steady]) === JSON.stringify([...problems])) return steady;
  setSteady(problems);
  return problems;
}
