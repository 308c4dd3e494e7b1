/** A choice of one from a short list that stays closed until it is wanted. */
import { ChevronDown } from "lucide-react";
import { type ComponentPropsWithRef, useId } from "react";
import {
  Button as AriaButton,
  Select as AriaSelect,
  ListBox,
  Popover,
  SelectValue,
} from "react-aria-components";
import { cx } from "../cx.ts";
import popupStyles from "../overlays/Popup.module.css";
import type { Choice } from "./choice.ts";
import fieldStyles from "./Field.module.css";
import { FieldHelp, FieldLabel, type FieldWords, hasTrouble } from "./Field.tsx";
import { Option } from "./Option.tsx";
import styles from "./Select.module.css";

export interface SelectProps<Id extends string> extends FieldWords {
  readonly choices: readonly Choice<Id>[];
  /** The chosen id; `null` where nothing is chosen. */
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  /** Shown while nothing is chosen. */
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  /** Without border, for bars and headings. */
  readonly isQuiet?: boolean;
  readonly className?: string | undefined;
}

/** What the trigger is: the library's button has all of a combobox but its role. */
const asCombobox = (props: ComponentPropsWithRef<"button">) => (
  <button {...props} role="combobox" aria-expanded={props["aria-expanded"] ?? false} />
);

/**
 * A combobox without typing: its accessible name is the label alone, its value what is chosen.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/examples/combobox-select-only/
 */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, hideLabel, description, errorMessage, choices, value, onChange, className } =
    props;
  const labelId = useId();
  return (
    <AriaSelect
      value={value}
      onChange={(key) => {
        const chosen = choices.find((choice) => choice.id === key);
        if (chosen) onChange(chosen.id);
      }}
      placeholder={props.placeholder ?? "Choose"}
      isDisabled={props.isDisabled ?? false}
      isRequired={props.isRequired ?? false}
      validationBehavior="aria"
      isInvalid={hasTrouble(errorMessage)}
      className={cx(fieldStyles.field, className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={props.isRequired} id={labelId} />
      <AriaButton
        aria-labelledby={labelId}
        render={asCombobox}
        className={cx(styles.button, props.isQuiet && styles.quiet)}
      >
        <SelectValue className={cx(styles.value)}>
          {({ selectedText, defaultChildren, isPlaceholder }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown aria-hidden="true" className={styles.chevron} />
      </AriaButton>
      <FieldHelp description={description} errorMessage={errorMessage} />
      <Popover offset={4} className={cx(popupStyles.popup)}>
        <ListBox items={choices} className={cx(popupStyles.list)}>
          {(choice) => <Option choice={choice} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
