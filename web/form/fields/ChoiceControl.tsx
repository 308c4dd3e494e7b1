/** Control for one of the values that a schema lists. */
import type { ChoiceField } from "../../../shared/schema/plan/field.ts";
import type { Choice } from "../../ui/fields/choice.ts";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { SearchedList } from "../../ui/fields/SearchedList.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { useFormActions } from "../formContext.ts";
import type { ControlProps } from "./controlProps.ts";
import { fieldTextProps, isSegmented, placeholderOf } from "./fieldText.tsx";

/** Longer lists can be searched. */
const maxUnsearchedChoices = 15;

export function ChoiceControl({ field, errorText }: ControlProps<ChoiceField>) {
  const { set, remove } = useFormActions();
  const isSegments = isSegmented(field);
  const isAbsent = field.presence === "absent";
  const isOther = !isAbsent && field.selected < 0;
  const canBeAbsent = field.omittable && (isSegments ? !field.required : !isAbsent);
  const choices: Choice<string>[] = [
    ...(canBeAbsent ? [{ id: "absent", label: "Not set" }] : []),
    ...field.options.map((option, index) => ({ id: String(index), label: option.label })),
    ...(isOther
      ? [{ id: "other", label: `${field.source} (not in the list)`, isDisabled: true }]
      : []),
  ];
  const choose = (id: string) => {
    const option = field.options[Number(id)];
    if (id === "absent") remove(field.path);
    else if (option) set(field.path, option.text);
  };
  const common = { ...fieldTextProps(field, errorText), choices, onChange: choose };
  const value = isOther ? "other" : field.selected < 0 ? null : String(field.selected);
  if (isSegments) {
    return (
      <RadioGroup
        {...common}
        look="segments"
        value={value ?? (canBeAbsent && isAbsent ? "absent" : null)}
      />
    );
  }
  return (
    <Select
      {...common}
      value={value}
      aroundList={
        choices.length > maxUnsearchedChoices
          ? (list) => <SearchedList label={field.label}>{list}</SearchedList>
          : undefined
      }
      placeholder={placeholderOf(field)}
    />
  );
}
