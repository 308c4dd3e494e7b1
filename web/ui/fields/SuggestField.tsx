/** A text field that suggests values; its text changes only by typing or by choosing one. */

import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { TextField as AriaTextField, Input, Popover } from "react-aria-components";
import { countText } from "../../../shared/core/countText.ts";
import { cx } from "../cx.ts";
import popupStyles from "../overlays/Popup.module.css";
import hiddenStyles from "../VisuallyHidden.module.css";
import fieldStyles from "./Field.module.css";
import { FieldHelp, FieldLabel, type FieldTextProps, hasError } from "./Field.tsx";
import styles from "./SuggestField.module.css";

interface SuggestFieldProps extends FieldTextProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly suggestions: readonly string[];
  /** Shown below the suggestions. */
  readonly note?: string | undefined;
  /** Called when suggestions are requested for the current text: by Down in the field. */
  readonly onAsk?: () => void;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  readonly className?: string | undefined;
}

/**
 * A text box, and a combobox once there is something to suggest.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ (list autocomplete with manual selection)
 */
export function SuggestField(props: SuggestFieldProps) {
  const { label, value, onChange, suggestions, note, onAsk, errorMessage } = props;
  const [isWanted, setWanted] = useState(false);
  const [current, setCurrent] = useState<string>();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isOpen = isWanted && suggestions.some((one) => one !== value);
  // a newer answer may list it at another position, or no longer
  const active = current === undefined ? -1 : suggestions.indexOf(current);
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    const option = list.current?.children[active];
    option?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const type = (text: string) => {
    setWanted(true);
    setCurrent(undefined);
    onChange(text);
  };
  const close = () => {
    setWanted(false);
    setCurrent(undefined);
  };
  const choose = (index: number) => {
    const suggestion = suggestions[index];
    if (suggestion !== undefined) onChange(suggestion);
    close();
  };
  const move = (step: 1 | -1) => {
    const count = suggestions.length;
    const next = active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count;
    setCurrent(suggestions[next]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && event.shiftKey) {
      // a field of one line has no line breaks; the owner shows one of several lines then
      event.preventDefault();
      const { selectionStart, selectionEnd } = event.currentTarget;
      onChange(spliced(value, selectionStart, selectionEnd, "\n"));
    } else if (event.key === "Enter" && isOpen && active >= 0) {
      event.preventDefault();
      event.stopPropagation();
      choose(active);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (isOpen) return move(event.key === "ArrowDown" ? 1 : -1);
      setWanted(true);
      onAsk?.();
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (!/[\r\n]/.test(pasted)) return;
    // otherwise the browser drops the line breaks
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    type(spliced(value, selectionStart, selectionEnd, pasted.replaceAll("\r\n", "\n")));
  };

  return (
    <AriaTextField
      validationBehavior="aria"
      autoComplete="off"
      spellCheck="false"
      value={value}
      onChange={type}
      isRequired={props.isRequired ?? false}
      isInvalid={hasError(errorMessage)}
      className={cx(fieldStyles.field, props.className)}
    >
      <FieldLabel label={label} hideLabel={props.hideLabel} isRequired={props.isRequired} />
      <div className={styles.box}>
        <Input
          ref={input}
          aria-autocomplete="list"
          {...(suggestions.length > 0 && {
            role: "combobox",
            "aria-haspopup": "listbox",
            "aria-expanded": isOpen,
            "aria-controls": isOpen ? listId : undefined,
          })}
          aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
          autoCapitalize="off"
          autoCorrect="off"
          autoFocus={props.autoFocus ?? false}
          {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={close}
          className={cx(fieldStyles.input)}
        />
        <Popover
          triggerRef={input}
          isOpen={isOpen}
          isNonModal
          placement="bottom start"
          offset={4}
          className={cx(popupStyles.popup)}
        >
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label={`Suggestions for ${label}`}
            className={styles.list}
          >
            {suggestions.map((suggestion, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={suggestion}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.option}
                // the field keeps the focus
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(index)}
              >
                {suggestion}
              </div>
            ))}
          </div>
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </Popover>
        <span role="status" className={hiddenStyles.hidden}>
          {isOpen && countText(suggestions.length, "suggestion")}
        </span>
      </div>
      <FieldHelp description={props.description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}

function spliced(text: string, start: number | null, end: number | null, put: string): string {
  const from = start ?? text.length;
  return text.slice(0, from) + put + text.slice(end ?? from);
}
