/** The words around a control: its label, its help, its trouble. */
import type { ReactNode } from "react";
import { FieldError, Label, Text } from "react-aria-components";
import { cx } from "../cx.ts";
import hiddenStyles from "../VisuallyHidden.module.css";
import styles from "./Field.module.css";

/** The words a field may carry. */
export interface FieldWords {
  /** The control's accessible name, exactly. */
  readonly label: string;
  /** Keeps the label for assistive technology only. */
  readonly hideLabel?: boolean;
  /** Plain text under the label. */
  readonly description?: ReactNode;
  /** What is wrong and what to do; its presence marks the field as invalid. */
  readonly errorMessage?: ReactNode;
}

/** A label; the mark of a required field is drawn, never part of the name. */
export function FieldLabel(props: {
  label: string;
  hideLabel?: boolean | undefined;
  isRequired?: boolean | undefined;
  id?: string;
}) {
  return (
    <Label
      className={props.hideLabel ? hiddenStyles.hidden : styles.label}
      {...(props.id && { id: props.id })}
    >
      {props.label}
      {props.isRequired && (
        <span aria-hidden="true" className={styles.required}>
          *
        </span>
      )}
    </Label>
  );
}

/** Help and trouble under a control, both tied to it by `aria-describedby`. */
export function FieldHelp(props: {
  description?: ReactNode | undefined;
  errorMessage?: ReactNode | undefined;
}) {
  return (
    <>
      {props.description && (
        <Text slot="description" className={styles.description}>
          {props.description}
        </Text>
      )}
      <FieldError className={cx(styles.error)}>{props.errorMessage}</FieldError>
    </>
  );
}

/** Whether there is something to say about what is wrong. */
export const hasTrouble = (errorMessage: ReactNode) =>
  errorMessage !== undefined &&
  errorMessage !== null &&
  errorMessage !== false &&
  errorMessage !== "";
