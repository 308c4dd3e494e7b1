/** Label, description and error message of a form control. */
import type { ReactNode } from "react";
import { FieldError, Label, Text } from "react-aria-components";
import { cx } from "../cx.ts";
import { Stack } from "../primitives/Layout.tsx";
import hiddenStyles from "../VisuallyHidden.module.css";
import styles from "./Field.module.css";

/** Text properties that all fields have. */
export interface FieldTextProps {
  /** Accessible name of the control. */
  readonly label: string;
  /** Hides the label visually. */
  readonly hideLabel?: boolean;
  /** Help text under the control. */
  readonly description?: ReactNode;
  /** What is wrong and what to do; marks the field as invalid when present. */
  readonly errorMessage?: ReactNode;
}

/** A label; the asterisk of a required field is not part of the accessible name. */
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

/** Description and error message of a control, both referenced by its `aria-describedby`. */
export function FieldHelp(props: {
  description?: ReactNode | undefined;
  errorMessage?: ReactNode | undefined;
}) {
  return (
    <span className={styles.help} data-help>
      {props.description && (
        <Text slot="description" dir="auto" className={styles.description}>
          {props.description}
        </Text>
      )}
      <FieldError className={cx(styles.error)}>{props.errorMessage}</FieldError>
    </span>
  );
}

/** Whether there is an error message to show. */
export const hasError = (errorMessage: ReactNode) =>
  errorMessage !== undefined &&
  errorMessage !== null &&
  errorMessage !== false &&
  errorMessage !== "";

/** Fields below each other, each with its label beside it where there is room, else above it. */
export function Fields({ children }: { readonly children: ReactNode }) {
  return (
    <Stack gap={3} className={styles.fields}>
      {children}
    </Stack>
  );
}
