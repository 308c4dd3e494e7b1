/** Group of nested fields with its label and description. */
import { type ReactNode, useId } from "react";
import type { Field } from "../../../shared/schema/plan/field.ts";
import { cx } from "../../ui/cx.ts";
import styles from "./FieldRow.module.css";
import { descriptionOf } from "./fieldText.tsx";

/** @param props.state the meaning of an empty group */
export function FieldGroup(props: {
  field: Field;
  trouble: string;
  state?: string | undefined;
  isTight?: boolean;
  children: ReactNode;
}) {
  const { field, trouble, state, children } = props;
  const wordsId = useId();
  const troubleId = useId();
  const description = descriptionOf(field);
  return (
    <fieldset
      className={styles.group}
      aria-describedby={
        [description && wordsId, trouble && troubleId].filter(Boolean).join(" ") || undefined
      }
    >
      <legend className={styles.legend}>
        {field.label}
        {field.required && (
          <span aria-hidden="true" className={styles.required}>
            *
          </span>
        )}
      </legend>
      {description && (
        <p id={wordsId} className={styles.words}>
          {description}
        </p>
      )}
      {trouble && (
        <p id={troubleId} className={styles.trouble}>
          {trouble}
        </p>
      )}
      {state && <p className={styles.words}>{state}</p>}
      <div className={cx(styles.inside, props.isTight && styles.tight)}>{children}</div>
    </fieldset>
  );
}
