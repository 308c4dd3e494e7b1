/** Control for any value as JSON text, complete or not. */

import { useState } from "react";
import { parseJson } from "../../../shared/core/json/jsonText.ts";
import type { Field, JsonField } from "../../../shared/schema/plan/field.ts";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { useFormActions } from "../formContext.ts";
import { jsonFaultText } from "../messages/jsonMessages.ts";
import { overBudgetText, schemaNoteText } from "../messages/schemaMessages.ts";
import styles from "./FieldRow.module.css";
import { descriptionOf, fieldTextProps, placeholderOf } from "./fieldText.tsx";

/** @param props.draft the typed text while it is not valid JSON */
export function JsonControl(props: { field: Field; draft: string | undefined; errorText: string }) {
  const { field, draft } = props;
  const { setJson, remove } = useFormActions();
  const [typed, setTyped] = useState("");
  const source = draft ?? field.source ?? "";
  const change = (text: string) => {
    setTyped(text);
    if (text.trim() === "" && field.omittable) remove(field.path);
    else setJson(field.path, text);
  };
  const why = field.kind === "json" ? whyJson(field) : "Any JSON value.";
  const errorText = draft === undefined ? props.errorText : brokenText(draft);
  const words = fieldTextProps(field, errorText);
  return (
    <TextArea
      {...words}
      description={
        <>
          {descriptionOf(field)} {why}
        </>
      }
      value={typed.trim() === source.trim() ? typed : source}
      onChange={change}
      placeholder={placeholderOf(field)}
      rows={1}
      className={styles.oneLine}
      isMono
    />
  );
}

function whyJson({ reason, overBudget }: JsonField): string {
  if (overBudget) return overBudgetText(overBudget);
  return reason ? `${schemaNoteText(reason)}; edited as JSON.` : "Any JSON value.";
}

function brokenText(draft: string): string {
  const parsed = parseJson(draft);
  if (parsed.kind === "tree") return "A JSON value is missing";
  return `Not valid JSON: line ${parsed.line}, column ${parsed.column}: ${jsonFaultText(parsed.fault)}`;
}
