/** A number as its digits: what is typed is what is sent. */

import { isNumberLiteral } from "../../../shared/core/json/jsonText.ts";
import type { NumberField } from "../../../shared/schema/plan/field.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { useFormActions } from "../formContext.ts";
import type { ControlProps } from "./controlProps.ts";
import { fieldWords, placeholderOf } from "./fieldText.tsx";

export function NumberControl({ field, trouble }: ControlProps<NumberField>) {
  const { set, remove } = useFormActions();
  const change = (typed: string) => {
    const literal = typed.trim();
    if (literal === "" && field.omittable) remove(field.path);
    // what is no number yet is kept as text, so that nothing typed is lost and the check points at it
    else set(field.path, isNumberLiteral(literal) ? literal : JSON.stringify(typed));
  };
  return (
    <TextField
      {...fieldWords(field, trouble)}
      value={field.value ?? ""}
      onChange={change}
      placeholder={placeholderOf(field)}
      inputMode="decimal"
      isMono
    />
  );
}
