/** Form generated from a JSON Schema; edits change only the affected part of the JSON text. */

import { type KeyboardEvent, useMemo, useState } from "react";
import type { ParsedJson } from "../../shared/core/json/jsonText.ts";
import type { Field } from "../../shared/schema/plan/field.ts";
import { createPlanner } from "../../shared/schema/plan/plan.ts";
import type { ValueProblem } from "../../shared/schema/validate/problems.ts";
import { Notice } from "../ui/Notice.tsx";
import { type Complete, CompleteContext } from "./completion.ts";
import { FieldView } from "./fields/FieldView.tsx";
import { ActionsContext, StateContext } from "./formContext.ts";
import { jsonFaultText } from "./messages/jsonMessages.ts";
import { problemsOfFields } from "./problemFields.ts";
import styles from "./SchemaForm.module.css";
import { useFormText } from "./useFormText.ts";
import { useFormView } from "./useFormView.ts";

interface SchemaFormProps {
  /** The schema as it was parsed. Give the form a separate `key` for each schema. */
  readonly schema: unknown;
  /** The value as JSON text. */
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Problems of the current text, shown at their fields. */
  readonly problems?: readonly ValueProblem[];
  /** Prefix of element ids, unique per form on the page. */
  readonly idPrefix?: string;
  /** Completes top-level texts while the user types. */
  readonly complete?: Complete | undefined;
  /** Whether the user changed the value, true by default; before that, no problem is shown. */
  readonly isEdited?: boolean;
  /** Whether the user tried to send the value: from then on missing values are problems, too. */
  readonly isAttempted?: boolean;
  /** Called on Enter in a text field of one line, if the form has no other field. */
  readonly onEnter?: () => void;
}

const noProblems: readonly ValueProblem[] = [];

/** Fields for a value; if the text is not valid JSON, a notice is shown and nothing is changed. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, text, onTextChange, problems = noProblems, idPrefix = "form" } = props;
  const { isEdited = true, isAttempted = false, onEnter } = props;
  const formText = useFormText(text, onTextChange);
  const { choices, asJson, actions, shown } = useFormView(formText, idPrefix);
  const planner = useMemo(() => createPlanner(schema, "Arguments"), [schema]);
  const { parsed, readable, drafts } = formText;
  const obstacle = obstacleIn(parsed);
  const root =
    obstacle === undefined && parsed.kind === "tree"
      ? planner.plan(readable, parsed.root, choices)
      : undefined;
  shown.current = root;
  const byPointer = useSteady(
    useMemo(
      () => Map.groupBy(problemsOfFields(root, problems), (one) => one.pointer),
      [root, problems],
    ),
  );
  const state = useMemo(
    () => ({ drafts, asJson, isEdited, isAttempted, problems: byPointer }),
    [drafts, asJson, isEdited, isAttempted, byPointer],
  );
  const pressEnter = (event: KeyboardEvent) => {
    if (!onEnter || !root || !hasOneTextField(root) || asJson.size > 0 || !isEnter(event)) return;
    event.preventDefault();
    onEnter();
  };

  return (
    <ActionsContext value={actions}>
      <StateContext value={state}>
        <CompleteContext value={props.complete}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: handles a key of the field inside */}
          <div className={styles.form} onKeyDown={pressEnter}>
            {root ? (
              <FieldView field={root} />
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

/** Whether the only property is edited in a text field. */
function hasOneTextField(root: Field): boolean {
  const [only, second] = root.kind === "object" ? root.fields : [];
  const field = only?.kind === "union" ? only.field : only;
  return !second && (field?.kind === "string" || field?.kind === "number");
}

/** Whether Enter alone is pressed in a text field of one line, where it has no other effect. */
function isEnter(event: KeyboardEvent): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, target } = event;
  if (key !== "Enter" || shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing) {
    return false;
  }
  // a text area of one line ignores the key, one of several lines does not
  if (target instanceof HTMLTextAreaElement) return event.defaultPrevented;
  // the name of a new property has a form of its own
  return target instanceof HTMLInputElement && target.form === null;
}

/** States why a text cannot be shown in fields. */
function obstacleIn(parsed: ParsedJson): string | undefined {
  if (parsed.kind !== "tree")
    return `Line ${parsed.line}, column ${parsed.column}: ${jsonFaultText(parsed.fault)}.`;
  if (parsed.root === undefined || parsed.root.kind === "object") return undefined;
  return `A JSON object is expected, but this is of type ${parsed.root.kind}.`;
}

/** Keeps the identity of an unchanged map, so that fields are not rendered again. */
function useSteady(problems: Map<string, ValueProblem[]>): Map<string, ValueProblem[]> {
  const [steady, setSteady] = useState(problems);
  if (steady === problems) return steady;
  if (JSON.stringify([...steady]) === JSON.stringify([...problems])) return steady;
  setSteady(problems);
  return problems;
}
