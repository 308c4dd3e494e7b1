/** Group of nested fields with its label and description. */
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { flushSync } from "react-dom";
import type { Field } from "../../../shared/schema/plan/field.ts";
import { cx } from "../../ui/cx.ts";
import { fieldId } from "../fieldId.ts";
import { useFormActions } from "../formContext.ts";
import { revealEvent } from "../revealField.ts";
import styles from "./FieldRow.module.css";
import { descriptionOf } from "./fieldText.tsx";

/** Folds a group; a field in it that is revealed unfolds it. */
function useFold(pointer: string) {
  const { idPrefix } = useFormActions();
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const row = document.getElementById(fieldId(idPrefix, pointer));
    const reveal = (event: Event) => {
      const { detail } = event as CustomEvent<string>;
      if (detail.startsWith(`${pointer}/`)) flushSync(() => setOpen(true));
    };
    row?.addEventListener(revealEvent, reveal);
    return () => row?.removeEventListener(revealEvent, reveal);
  }, [idPrefix, pointer]);
  return { isOpen, setOpen };
}

/** @param props.state the meaning of an empty group */
export function FieldGroup(props: {
  field: Field;
  errorText: string;
  state?: string | undefined;
  isTight?: boolean;
  children: ReactNode;
}) {
  const { field, errorText, state, children } = props;
  const descriptionId = useId();
  const errorId = useId();
  const bodyId = useId();
  const { isOpen, setOpen } = useFold(field.pointer);
  const description = descriptionOf(field);
  return (
    <fieldset
      className={styles.group}
      aria-describedby={
        [description && descriptionId, errorText && errorId].filter(Boolean).join(" ") || undefined
      }
    >
      <legend className={styles.legend}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          data-fold
          className={styles.fold}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden="true" />
          {field.label}
          {field.required && (
            <span aria-hidden="true" className={styles.required}>
              *
            </span>
          )}
        </button>
      </legend>
      {description && (
        <p id={descriptionId} className={styles.words}>
          {description}
        </p>
      )}
      {errorText && (
        <p id={errorId} className={styles.errorText}>
          {errorText}
        </p>
      )}
      {state && <p className={styles.words}>{state}</p>}
      <div
        id={bodyId}
        hidden={!isOpen}
        className={cx(styles.inside, props.isTight && styles.tight)}
      >
        {children}
      </div>
    </fieldset>
  );
}
