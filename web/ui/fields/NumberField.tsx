/** A text field for a number; other text is marked and not passed on. */
import { useState } from "react";
import { TextField } from "./TextField.tsx";

interface NumberFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string | undefined;
  /** Undefined: the field is empty. */
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
  /** Whether it may be empty. */
  readonly isOptional?: boolean;
  readonly onChange: (value: number | undefined) => void;
}

export function NumberField(props: NumberFieldProps) {
  const { label, description, value, min, max, isWhole = false, isOptional = false } = props;
  const [text, setText] = useState(value === undefined ? "" : String(value));
  const read = (written: string): number | undefined => {
    const number = Number(written);
    const fits = number >= min && number <= max && (!isWhole || Number.isInteger(number));
    return written.trim() !== "" && fits ? number : undefined;
  };
  const isValid = read(text) !== undefined || (isOptional && text.trim() === "");
  return (
    <TextField
      label={label}
      description={description}
      {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
      inputMode={isWhole ? "numeric" : "decimal"}
      value={text}
      onChange={(written) => {
        setText(written);
        const number = read(written);
        if (number !== undefined || (isOptional && written.trim() === "")) props.onChange(number);
      }}
      errorMessage={
        isValid
          ? undefined
          : `Write a ${isWhole ? "whole " : ""}number from ${min} to ${max.toLocaleString("en")}.`
      }
    />
  );
}
