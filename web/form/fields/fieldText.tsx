/** Label, description, limits and placeholder of a control. */
import type { ReactNode } from "react";
import type { FieldBase } from "../../../shared/schema/plan/field.ts";
import { hintText } from "../messages/schemaMessages.ts";
import { Description } from "./Description.tsx";

/** Label, description and error message as props of the controls. */
export function fieldTextProps(field: FieldBase, errorText: string) {
  const description = descriptionOf(field);
  return {
    label: field.label,
    isRequired: field.required,
    ...(description && { description }),
    ...(errorText && { errorMessage: errorText }),
  };
}

/** The placeholder of an empty control. */
export function placeholderOf(field: FieldBase): string {
  if (field.presence === "null") return "null";
  if (field.presence === "present") return "";
  return field.defaultText === undefined ? "not set" : `default ${field.defaultText}`;
}

/** The description, then the limits. */
export function descriptionOf(field: FieldBase): ReactNode {
  const hints = field.hints.map(hintText).join(" · ");
  if (!field.description && !hints) return undefined;
  return <Description text={field.description ?? ""} hints={hints} />;
}
