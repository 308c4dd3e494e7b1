/** Several lines of text, growing with what is typed. */
import type { ClipboardEvent, Ref } from "react";
import { TextArea as AriaTextArea, TextField as AriaTextField } from "react-aria-components";
import { cx } from "../cx.ts";
import styles from "./Field.module.css";
import { FieldHelp, FieldLabel, hasTrouble } from "./Field.tsx";
import areaStyles from "./TextArea.module.css";
import type { TextFieldProps } from "./TextField.tsx";

export interface TextAreaProps extends Omit<TextFieldProps, "inputRef" | "type"> {
  /** Lines shown when empty; 3 unless told. */
  readonly rows?: number;
  /** Shows dots for what is written, and gives none of it to the clipboard. */
  readonly isCovered?: boolean;
  readonly textAreaRef?: Ref<HTMLTextAreaElement>;
}

/** A labelled text area; `onChange` receives the text as it was typed. */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    hideLabel,
    description,
    errorMessage,
    placeholder,
    isMono,
    className,
    rows,
    isCovered,
    textAreaRef,
    ...rest
  } = props;
  return (
    <AriaTextField
      validationBehavior="aria"
      autoComplete="off"
      spellCheck="false"
      {...(isCovered && { onCopy: refuse, onCut: refuse })}
      isInvalid={hasTrouble(errorMessage)}
      {...rest}
      className={cx(styles.field, className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired} />
      <AriaTextArea
        {...(textAreaRef && { ref: textAreaRef })}
        {...(placeholder !== undefined && { placeholder })}
        rows={rows ?? 3}
        className={cx(
          styles.input,
          areaStyles.area,
          isMono && styles.mono,
          isCovered && areaStyles.covered,
        )}
      />
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}

function refuse(event: ClipboardEvent): void {
  event.preventDefault();
}
