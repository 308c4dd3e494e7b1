/** Control for one of the values that a schema lists. */
import type { ChoiceField } from "../../../shared/schema/plan/field.ts";
import type { Choice } from "../../ui/fields/choice.ts";
import { SearchedList } from "../../ui/fields/SearchedList.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { useFormActions } from "../formContext.ts";
import type { ControlProps } from "./controlProps.ts";
import { fieldTextProps } from "./fieldText.tsx";

/** Longer lists can be searched. */
const maxUnsearchedChoices = 15;

export function ChoiceControl({ field, errorText }: ControlProps<ChoiceField>) {
  const { set, remove } = useFormActions();
  const isOther = field.presence !== "absent" && field.selected < 0;
  const choices: Choice<string>[] = [
    ...(field.omittable && field.presence !== "absent" ? [{ id: "absent", label: "Not set" }] : []),
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
  return (
    <Select
      {...fieldTextProps(field, errorText)}
      choices={choices}
      value={isOther ? "other" : field.selected < 0 ? null : String(field.selected)}
      onChange={choose}
      aroundList={
        choices.length > maxUnsearchedChoices
          ? (list) => <SearchedList label={field.label}>{list}</SearchedList>
          : undefined
      }
      placeholder={field.defaultText === undefined ? "Not set" : `Default ${field.defaultText}`}
    />
  );
}
