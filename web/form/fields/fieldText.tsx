/** Label, description, limits and placeholder of a control. */
import { type ReactNode, useState } from "react";
import type { SchemaHint } from "../../../shared/schema/note.ts";
import type { ChoiceField, Field } from "../../../shared/schema/plan/field.ts";
import { Button } from "../../ui/Button.tsx";
import { hintText } from "../messages/schemaMessages.ts";
import styles from "./FieldRow.module.css";

/** Label, description and error message as props of the controls. */
export function fieldTextProps(field: Field, errorText: string) {
  // the message says which limit it is
  const description = errorText ? wordsOf(field, "") : descriptionOf(field);
  return {
    label: field.label,
    isRequired: field.required,
    ...(description && { description }),
    ...(errorText && { errorMessage: errorText }),
  };
}

/** The placeholder of an empty control: the default, which the server applies. */
export function placeholderOf(field: Field): string {
  if (field.presence === "null") return "null";
  if (field.presence === "present") return "";
  return field.defaultText === undefined ? "not set" : defaultLabelOf(field);
}

/** The default as the control would show it. */
export function defaultLabelOf(field: Field): string {
  const { defaultText = "" } = field;
  const options = field.kind === "choice" ? field.options : [];
  const option = options.find(({ text }) => text === defaultText);
  if (option) return option.label;
  const isText = defaultText.startsWith('"') && defaultText !== '""';
  return isText ? String(JSON.parse(defaultText)) : defaultText;
}

/** As many choices of these lengths, in characters, are beside each other. */
const maxSegments = 3;
const maxSegmentLength = 16;

/** Whether labels of choices fit beside each other. */
export function areShort(labels: readonly string[]): boolean {
  return labels.length <= maxSegments && labels.every((one) => one.length <= maxSegmentLength);
}

/** Whether a choice is shown as segments; a select has its default inside. */
export function isSegmented(field: ChoiceField): boolean {
  const isPlain = field.presence === "absent" || field.selected >= 0;
  const hasDefault = field.defaultText !== undefined && field.omittable && !field.required;
  return isPlain && !hasDefault && areShort(field.options.map(({ label }) => label));
}

/** The description, then the limits that the control does not show itself. */
export function descriptionOf(field: Field): ReactNode {
  const shown = field.hints.filter((hint) =>
    field.kind === "multi" ? !isOfChips(hint) : !(field.required && isNotEmpty(hint)),
  );
  const hints = shown.map(hintText).join(" · ");
  return wordsOf(field, hints);
}

function wordsOf({ description }: Field, hints: string): ReactNode {
  if (!description && !hints) return undefined;
  return <Description text={description ?? ""} hints={hints} />;
}

/** Chips cannot be chosen twice, and their count says how many are allowed. */
function isOfChips(hint: SchemaHint): boolean {
  return hint.code === "unique-items" || (hint.code === "limit" && hint.keyword === "maxItems");
}

/** The mark of a required field says it. */
function isNotEmpty(hint: SchemaHint): boolean {
  return hint.code === "limit" && hint.keyword === "minLength" && hint.limit === 1;
}

/** A description is cut beyond this many UTF-16 code units or lines. */
const maxLength = 280;
const maxLines = 4;

/**
 * The description of a field: its lines are kept, and a long one is cut until the user asks for all
 * of it.
 */
function Description({ text, hints }: { readonly text: string; readonly hints: string }) {
  const [isWhole, setWhole] = useState(false);
  const lines = text.split("\n");
  const isLong = text.length > maxLength || lines.length > maxLines;
  const start = lines.slice(0, maxLines).join("\n").slice(0, maxLength);
  const isCut = isLong && !isWhole;
  return (
    <>
      <span dir="auto" className={styles.lines}>
        {isCut ? `${start.trimEnd()}…` : text}
      </span>
      {isLong && (
        <Button
          size="small"
          variant="quiet"
          className={styles.tool}
          aria-expanded={isWhole}
          onPress={() => setWhole(!isWhole)}
        >
          {isCut ? "More" : "Less"}
        </Button>
      )}
      {text && hints && " · "}
      {hints && <span>{hints}</span>}
    </>
  );
}
