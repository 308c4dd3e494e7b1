/** A line of text that offers what was written before, without insisting on it. */
import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useRef } from "react";
import {
  Button as AriaButton,
  ComboBox as AriaComboBox,
  Input,
  ListBox,
  Popover,
} from "react-aria-components";
import { cx } from "../cx.ts";
import popupStyles from "../overlays/Popup.module.css";
import styles from "./ComboBox.module.css";
import type { Choice } from "./choice.ts";
import fieldStyles from "./Field.module.css";
import { FieldHelp, FieldLabel, type FieldWords, hasTrouble } from "./Field.tsx";
import { Option } from "./Option.tsx";

export interface ComboBoxProps extends FieldWords {
  /** The text in the box. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly choices: readonly Choice<string>[];
  /** An offered choice was taken; its label is the text now. */
  readonly onPick?: (id: string) => void;
  /** Enter was pressed while no choice was marked; receives the text. */
  readonly onSubmit?: (text: string) => void;
  readonly placeholder?: string;
  readonly isMono?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  readonly className?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A text box with suggestions; any text is a value. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hideLabel, description, errorMessage, value, choices, onSubmit, onPick } = props;

  const submitOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (event.currentTarget.getAttribute("aria-activedescendant")) return;
    // what the submission opens takes the focus, and must not take this key for its own
    event.preventDefault();
    onSubmit?.(event.currentTarget.value);
  };

  const box = useRef<HTMLDivElement>(null);
  // the library takes the text box for a list that focuses its items by itself, and so a dialog
  // that closes would give the focus back to nobody
  useEffect(() => {
    const passBy = (event: Event) => event.stopPropagation();
    const around = box.current;
    around?.addEventListener("react-aria-focus-scope-restore", passBy, { capture: true });
    return () =>
      around?.removeEventListener("react-aria-focus-scope-restore", passBy, { capture: true });
  }, []);

  return (
    <AriaComboBox
      allowsCustomValue
      inputValue={value}
      onInputChange={props.onChange}
      onChange={(key) => {
        if (key !== null) onPick?.(String(key));
      }}
      defaultItems={choices}
      isDisabled={props.isDisabled ?? false}
      isReadOnly={props.isReadOnly ?? false}
      isRequired={props.isRequired ?? false}
      validationBehavior="aria"
      isInvalid={hasTrouble(errorMessage)}
      className={cx(fieldStyles.field, props.className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={props.isRequired} />
      <div ref={box} className={styles.box}>
        <Input
          {...(props.inputRef && { ref: props.inputRef })}
          {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
          autoFocus={props.autoFocus ?? false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck="false"
          onKeyDown={submitOnEnter}
          className={cx(
            fieldStyles.input,
            props.isMono && fieldStyles.mono,
            choices.length > 0 && styles.input,
          )}
        />
        {choices.length > 0 && (
          <AriaButton className={cx(styles.button)}>
            <ChevronDown aria-hidden="true" />
          </AriaButton>
        )}
      </div>
      <FieldHelp description={description} errorMessage={errorMessage} />
      <Popover offset={4} className={cx(popupStyles.popup)}>
        <ListBox<Choice<string>> className={cx(popupStyles.list)}>
          {(choice) => <Option choice={choice} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
