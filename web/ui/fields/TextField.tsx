/** A single-line text field. */
import type { ReactNode, Ref } from "react";
import {
  TextField as AriaTextField,
  Input,
  type TextFieldProps as Props,
} from "react-aria-components";
import { cx } from "../cx.ts";
import styles from "./Field.module.css";
import { FieldHelp, FieldLabel, type FieldTextProps, hasError } from "./Field.tsx";

export interface TextFieldProps
  extends FieldTextProps,
    Omit<Props, "children" | "className" | "style" | "aria-label"> {
  readonly placeholder?: string;
  /** Uses the monospace font, for protocol values. */
  readonly isMono?: boolean;
  readonly className?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** `onChange` receives the text unchanged. */
export function TextField({ placeholder, isMono, inputRef, ...rest }: TextFieldProps) {
  return (
    <TextFieldFrame {...rest}>
      <Input
        {...(inputRef && { ref: inputRef })}
        {...(placeholder !== undefined && { placeholder })}
        // text of right-to-left scripts; what is code runs from left to right
        {...(!isMono && { dir: "auto" })}
        className={cx(styles.input, isMono && styles.mono)}
      />
    </TextFieldFrame>
  );
}

interface TextFieldFrameProps extends Omit<TextFieldProps, "placeholder" | "isMono" | "inputRef"> {
  /** The control. */
  readonly children: ReactNode;
}

/** A text control between its label and its help. */
export function TextFieldFrame(props: TextFieldFrameProps) {
  const { label, hideLabel, description, errorMessage, className, children, ...rest } = props;
  return (
    <AriaTextField
      validationBehavior="aria"
      autoComplete="off"
      spellCheck="false"
      isInvalid={hasError(errorMessage)}
      {...rest}
      className={cx(styles.field, className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired} />
      {children}
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}
