/** Control for numbers: the typed digits are sent unchanged. */

import { isNumberLiteral } from "../../../shared/core/json/jsonText.ts";
import type { NumberField } from "../../../shared/schema/plan/field.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { useFormActions } from "../formContext.ts";
import type { ControlProps } from "./controlProps.ts";
import { fieldTextProps, placeholderOf } from "./fieldText.tsx";

export function NumberControl({ field, errorText }: ControlProps<NumberField>) {
  const { set, remove } = useFormActions();
  const change = (typed: string) => {
    const literal = typed.trim();
    if (literal === "" && field.omittable) remove(field.path);
    // text that is not a number yet is kept as a string, so that nothing is lost and the check reports it
    else set(field.path, isNumberLiteral(literal) ? literal : JSON.stringify(typed));
  };
  return (
    <TextField
      {...fieldTextProps(field, errorText)}
      value={field.value ?? ""}
      onChange={change}
      placeholder={placeholderOf(field)}
      inputMode="decimal"
      isMono
    />
  );
}
