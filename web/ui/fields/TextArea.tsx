/** A multi-line text field that grows with its content. */
import type { ClipboardEvent, Ref } from "react";
import { TextArea as AriaTextArea, TextField as AriaTextField } from "react-aria-components";
import { cx } from "../cx.ts";
import styles from "./Field.module.css";
import { FieldHelp, FieldLabel, hasError } from "./Field.tsx";
import areaStyles from "./TextArea.module.css";
import type { TextFieldProps } from "./TextField.tsx";

export interface TextAreaProps extends Omit<TextFieldProps, "inputRef" | "type"> {
  /** Minimum number of visible lines; default 3. */
  readonly rows?: number;
  /** Masks the text with dots and prevents copying it. */
  readonly isMasked?: boolean;
  readonly textAreaRef?: Ref<HTMLTextAreaElement>;
}

/** `onChange` receives the text unchanged. */
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
    isMasked,
    textAreaRef,
    ...rest
  } = props;
  return (
    <AriaTextField
      validationBehavior="aria"
      autoComplete="off"
      spellCheck="false"
      {...(isMasked && { onCopy: preventCopy, onCut: preventCopy })}
      isInvalid={hasError(errorMessage)}
      {...rest}
      className={cx(styles.field, className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired} />
      <AriaTextArea
        {...(textAreaRef && { ref: textAreaRef })}
        {...(placeholder !== undefined && { placeholder })}
        rows={rows ?? 3}
        {...(!isMono && { dir: "auto" })}
        className={cx(
          styles.input,
          areaStyles.area,
          isMono && styles.mono,
          isMasked && areaStyles.masked,
        )}
      />
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}

function preventCopy(event: ClipboardEvent): void {
  event.preventDefault();
}
