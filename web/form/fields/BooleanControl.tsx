/** Control for booleans: true, false, or not set. */
import type { BooleanField } from "../../../shared/schema/plan/field.ts";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { useFormActions } from "../formContext.ts";
import type { ControlProps } from "./controlProps.ts";
import { fieldTextProps } from "./fieldText.tsx";

const values = [
  { id: "true", label: "true" },
  { id: "false", label: "false" },
] as const;

/** Nothing is sent while it is not set; the server applies the default. */
const withAbsence = [{ id: "absent", label: "Not set" }, ...values] as const;

export function BooleanControl({ field, errorText }: ControlProps<BooleanField>) {
  const { set, remove } = useFormActions();
  const canBeAbsent = !field.required && field.omittable;
  const absent = canBeAbsent && field.presence === "absent" ? "absent" : null;
  return (
    <RadioGroup<"absent" | "true" | "false">
      {...fieldTextProps(field, errorText)}
      look="segments"
      choices={canBeAbsent ? withAbsence : values}
      value={field.value === undefined ? absent : field.value ? "true" : "false"}
      onChange={(id) => (id === "absent" ? remove(field.path) : set(field.path, id))}
    />
  );
}
