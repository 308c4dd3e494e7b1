/** A select field with a drop-down list. */
import { ChevronDown } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
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
import { FieldHelp, FieldLabel, type FieldTextProps, hasError } from "./Field.tsx";
import { Option } from "./Option.tsx";
import styles from "./Select.module.css";

interface SelectProps<Id extends string> extends FieldTextProps {
  readonly choices: readonly Choice<Id>[];
  /** Selected id; `null` for none. */
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  /** Shown while nothing is selected. */
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  /** Hides the border, for toolbars and headings. */
  readonly isQuiet?: boolean;
  /** Wraps the list of choices, for example in a `SearchedList`. */
  readonly aroundList?: ((list: ReactNode) => ReactNode) | undefined;
  readonly className?: string | undefined;
}

/** Adds the role that react-aria's button lacks: it has all other attributes of a combobox. */
const asCombobox = (props: ComponentPropsWithRef<"button">) => (
  <button {...props} role="combobox" aria-expanded={props["aria-expanded"] ?? false} />
);

/**
 * A select-only combobox: the label is its accessible name, the selected option its value.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/examples/combobox-select-only/
 */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, hideLabel, description, errorMessage, choices, value, onChange, className } =
    props;
  const labelId = useId();
  const list = (
    <ListBox items={choices} className={cx(popupStyles.list)}>
      {(choice) => <Option choice={choice} />}
    </ListBox>
  );
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
      isInvalid={hasError(errorMessage)}
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
        {props.aroundList ? props.aroundList(list) : list}
      </Popover>
    </AriaSelect>
  );
}
