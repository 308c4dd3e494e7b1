/** Several lines of text, growing with what is typed. */
import type { Ref } from "react";
import { TextArea as AriaTextArea, TextField as AriaTextField } from "react-aria-components";
import { cx } from "./cx.ts";
import styles from "./Field.module.css";
import { FieldHelp, FieldLabel, hasTrouble } from "./Field.tsx";
import areaStyles from "./TextArea.module.css";
import type { TextFieldProps } from "./TextField.tsx";

export interface TextAreaProps extends Omit<TextFieldProps, "inputRef" | "type"> {
  /** Lines shown when empty; 3 unless told. */
  readonly rows?: number;
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
    textAreaRef,
    ...rest
  } = props;
  return (
    <AriaTextField
      validationBehavior="aria"
      autoComplete="off"
      spellCheck="false"
      isInvalid={hasTrouble(errorMessage)}
      {...rest}
      className={cx(styles.field, className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired} />
      <AriaTextArea
        {...(textAreaRef && { ref: textAreaRef })}
        {...(placeholder !== undefined && { placeholder })}
        rows={rows ?? 3}
        className={cx(styles.input, areaStyles.area, isMono && styles.mono)}
      />
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}
