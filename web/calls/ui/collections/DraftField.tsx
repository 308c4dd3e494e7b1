/** A text field that keeps what is typed and passes on what is valid. */
import { useState } from "react";
import { TextField } from "../../../ui/fields/TextField.tsx";
import styles from "./SavedCalls.module.css";

interface DraftFieldProps {
  readonly label: string;
  readonly initial: string;
  readonly isValid: (text: string) => boolean;
  /** Shown while the text is not valid. */
  readonly problem: string;
  readonly onChange: (text: string) => void;
  readonly isMono?: boolean;
}

export function DraftField(props: DraftFieldProps) {
  const { label, initial, isValid, problem, onChange, isMono = true } = props;
  const [text, setText] = useState(initial);
  return (
    <TextField
      label={label}
      isMono={isMono}
      value={text}
      maxLength={4000}
      onChange={(next) => {
        setText(next);
        if (isValid(next)) onChange(next);
      }}
      errorMessage={isValid(text) ? undefined : problem}
      className={styles.grow}
    />
  );
}
