/** Label, description, limits and placeholder of a control. */
import type { ReactNode } from "react";
import type { SchemaHint } from "../../../shared/schema/note.ts";
import type { ChoiceField, Field } from "../../../shared/schema/plan/field.ts";
import { hintText } from "../messages/schemaMessages.ts";
import { Description } from "./Description.tsx";

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
  const shown =
    field.kind === "multi" ? field.hints.filter((hint) => !isOfChips(hint)) : field.hints;
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
