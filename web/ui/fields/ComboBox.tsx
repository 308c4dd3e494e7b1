/** A text field with suggestions. */
import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react";
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
import { FieldHelp, FieldLabel, type FieldTextProps, hasError } from "./Field.tsx";
import { Option } from "./Option.tsx";

interface ComboBoxProps extends FieldTextProps {
  /** Text in the field. */
  readonly value: string;
  /** `isPasted`: a part of the text was just pasted or dropped into it. */
  readonly onChange: (text: string, isPasted: boolean) => void;
  readonly choices: readonly Choice<string>[];
  /** Called when a suggestion is chosen; its label is now the text. */
  readonly onPick?: (id: string) => void;
  /** Called with the text when Enter is pressed while no suggestion is highlighted. */
  readonly onSubmit?: (text: string) => void;
  /**
   * Called with text that is pasted or dropped.
   * @param isWhole whether it replaces the whole text of the field
   * @returns whether it was handled, so that the field does not take it
   */
  readonly onPaste?: (text: string, isWhole: boolean) => boolean;
  readonly placeholder?: string;
  readonly isMono?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  readonly className?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Accepts any text, not only the suggestions. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hideLabel, description, errorMessage, value, choices, onSubmit, onPick } = props;
  // a text that the user did not type, such as a link's server, must not open the list: while it is
  // open, the rest of the page is hidden from assistive technology
  const [typed, setTyped] = useState<string>();
  const isInserted = useRef(false);

  const submitOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (event.currentTarget.getAttribute("aria-activedescendant")) return;
    // otherwise a dialog opened by the submission, which takes the focus, receives this key press
    event.preventDefault();
    onSubmit?.(event.currentTarget.value);
  };

  const box = useRef<HTMLDivElement>(null);
  // react-aria treats the text field as a collection that manages focus itself; without this, a
  // dialog that closes does not return the focus to the field
  useEffect(() => {
    const stopEvent = (event: Event) => event.stopPropagation();
    const element = box.current;
    element?.addEventListener("react-aria-focus-scope-restore", stopEvent, { capture: true });
    return () =>
      element?.removeEventListener("react-aria-focus-scope-restore", stopEvent, { capture: true });
  }, []);

  return (
    <AriaComboBox
      allowsCustomValue
      inputValue={value}
      onInputChange={(text) => {
        setTyped(text);
        props.onChange(text, isInserted.current);
        isInserted.current = false;
      }}
      menuTrigger={value === typed ? "input" : "manual"}
      onChange={(key) => {
        if (key !== null) onPick?.(String(key));
      }}
      defaultItems={choices}
      isDisabled={props.isDisabled ?? false}
      isReadOnly={props.isReadOnly ?? false}
      isRequired={props.isRequired ?? false}
      validationBehavior="aria"
      isInvalid={hasError(errorMessage)}
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
          // comes before the change that it causes
          onInput={({ nativeEvent }) => {
            const { inputType } = nativeEvent as InputEvent;
            isInserted.current = /^insertFrom(Paste|Drop|Yank)/.test(inputType);
          }}
          onPaste={(event) => {
            const { selectionStart, selectionEnd, value: before } = event.currentTarget;
            const isWhole = selectionStart === 0 && selectionEnd === before.length;
            const text = event.clipboardData.getData("text/plain");
            if (props.onPaste?.(text, isWhole)) event.preventDefault();
          }}
          onDrop={(event) => {
            const text = event.dataTransfer.getData("text/plain");
            if (text && props.onPaste?.(text, value === "")) event.preventDefault();
          }}
          className={cx(
            fieldStyles.input,
            props.isMono && fieldStyles.mono,
            choices.length > 0 && styles.input,
          )}
        />
        {choices.length > 0 && (
          <AriaButton className={cx(fieldStyles.inside, styles.button)}>
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
