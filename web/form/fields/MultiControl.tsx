/** Control for several of the values that a schema lists, in the order of selection. */
import { Check } from "lucide-react";
import { CheckboxButton, CheckboxField } from "react-aria-components";
import type { MultiField } from "../../../shared/schema/plan/field.ts";
import { cx } from "../../ui/cx.ts";
import nativeControl from "../../ui/fields/nativeControl.module.css";
import { useFormActions } from "../formContext.ts";
import type { ContainerProps } from "./controlProps.ts";
import styles from "./FieldGroup.module.css";
import { FieldGroup } from "./FieldGroup.tsx";

export function MultiControl(props: ContainerProps<MultiField>) {
  const { field, errorText, shapes, place } = props;
  const { set, remove } = useFormActions();
  const toggle = (index: number, isOn: boolean) => {
    const at = field.selected.indexOf(index);
    if (!isOn && at >= 0) return remove([...field.path, at]);
    set([...field.path, field.selected.length], field.options[index]?.text ?? "null");
  };
  return (
    <FieldGroup
      field={field}
      errorText={errorText}
      shapes={shapes}
      place={place}
      look="chips"
      state={stateOf(field)}
    >
      {field.options.map((option, index) => (
        <CheckboxField
          key={option.text}
          isSelected={field.selected.includes(index)}
          onChange={(isOn) => toggle(index, isOn)}
        >
          <CheckboxButton className={cx(nativeControl.cover, styles.chip)}>
            {({ isSelected }) => (
              <>
                {isSelected && <Check aria-hidden="true" />}
                {option.label}
              </>
            )}
          </CheckboxButton>
        </CheckboxField>
      ))}
    </FieldGroup>
  );
}

function stateOf({ presence, selected, hints, options }: MultiField): string {
  if (presence === "absent") return "";
  if (presence === "present" && selected.length === 0) return "empty list []";
  const most = hints.find((hint) => hint.code === "limit" && hint.keyword === "maxItems");
  return most?.code === "limit"
    ? `${selected.length} of at most ${most.limit}`
    : `${selected.length} of ${options.length}`;
}
