/** A multi-line text field that grows with its content. */
import type { ClipboardEvent, Ref } from "react";
import { TextArea as AriaTextArea } from "react-aria-components";
import { cx } from "../cx.ts";
import styles from "./Field.module.css";
import areaStyles from "./TextArea.module.css";
import { TextFieldFrame, type TextFieldProps } from "./TextField.tsx";

export interface TextAreaProps extends Omit<TextFieldProps, "inputRef" | "type"> {
  /** Minimum number of visible lines; default 3. */
  readonly rows?: number;
  /** Masks the text with dots and prevents copying it. */
  readonly isMasked?: boolean;
  readonly textAreaRef?: Ref<HTMLTextAreaElement>;
}

/** `onChange` receives the text unchanged. */
export function TextArea(props: TextAreaProps) {
  const { placeholder, isMono, rows, isMasked, textAreaRef, ...rest } = props;
  return (
    <TextFieldFrame {...(isMasked && { onCopy: preventCopy, onCut: preventCopy })} {...rest}>
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
    </TextFieldFrame>
  );
}

function preventCopy(event: ClipboardEvent): void {
  event.preventDefault();
}
