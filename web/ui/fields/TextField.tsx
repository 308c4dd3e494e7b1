/** One line of text. */
import type { Ref } from "react";
import {
  TextField as AriaTextField,
  Input,
  type TextFieldProps as Props,
} from "react-aria-components";
import { cx } from "../cx.ts";
import styles from "./Field.module.css";
import { FieldHelp, FieldLabel, type FieldWords, hasTrouble } from "./Field.tsx";

export interface TextFieldProps
  extends FieldWords,
    Omit<Props, "children" | "className" | "style" | "aria-label"> {
  readonly placeholder?: string;
  /** Set in the monospace face, for what goes over the wire. */
  readonly isMono?: boolean;
  readonly className?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A labelled input; `onChange` receives the text as it was typed. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    description,
    errorMessage,
    placeholder,
    isMono,
    className,
    inputRef,
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
      <Input
        {...(inputRef && { ref: inputRef })}
        {...(placeholder !== undefined && { placeholder })}
        className={cx(styles.input, isMono && styles.mono)}
      />
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}
