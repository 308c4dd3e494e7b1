/** Control for booleans: true, false, or not set. */
import type { BooleanField } from "../../../shared/schema/plan/field.ts";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { useFormActions } from "../formContext.ts";
import type { ControlProps } from "./controlProps.ts";
import { fieldTextProps } from "./fieldText.tsx";

/** Nothing is sent while it is not set; the server applies the default. */
function choicesOf({ defaultText }: BooleanField) {
  const label = defaultText === undefined ? "Not set" : `Not set (default ${defaultText})`;
  return [
    { id: "absent", label },
    { id: "true", label: "true" },
    { id: "false", label: "false" },
  ] as const;
}

export function BooleanControl({ field, errorText }: ControlProps<BooleanField>) {
  const { set, remove } = useFormActions();
  if (field.required || !field.omittable) {
    return (
      <Checkbox
        {...fieldTextProps(field, errorText)}
        isSelected={field.value ?? false}
        isIndeterminate={field.value === undefined}
        onChange={(isOn) => set(field.path, String(isOn))}
      />
    );
  }
  return (
    <RadioGroup
      {...fieldTextProps(field, errorText)}
      look="segments"
      choices={choicesOf(field)}
      value={
        field.presence === "null"
          ? null
          : field.value === undefined
            ? "absent"
            : field.value
              ? "true"
              : "false"
      }
      onChange={(id) => (id === "absent" ? remove(field.path) : set(field.path, id))}
    />
  );
}
