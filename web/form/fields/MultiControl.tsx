/** Control for several of the values that a schema lists, in the order of selection. */
import type { MultiField } from "../../../shared/schema/plan/field.ts";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { useFormActions } from "../formContext.ts";
import type { ControlProps } from "./controlProps.ts";
import { FieldGroup } from "./FieldGroup.tsx";

export function MultiControl({ field, errorText }: ControlProps<MultiField>) {
  const { set, remove } = useFormActions();
  const toggle = (index: number, isOn: boolean) => {
    const place = field.selected.indexOf(index);
    if (!isOn && place >= 0) return remove([...field.path, place]);
    set([...field.path, field.selected.length], field.options[index]?.text ?? "null");
  };
  return (
    <FieldGroup field={field} errorText={errorText} state={stateOf(field)} isTight>
      {field.options.map((option, index) => (
        <Checkbox
          key={option.text}
          label={option.label}
          isSelected={field.selected.includes(index)}
          onChange={(isOn) => toggle(index, isOn)}
        />
      ))}
    </FieldGroup>
  );
}

function stateOf(field: MultiField): string | undefined {
  if (field.presence === "absent") return "not set";
  return field.presence === "present" && field.selected.length === 0 ? "empty list []" : undefined;
}
