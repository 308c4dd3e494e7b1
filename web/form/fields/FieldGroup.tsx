/** Group of nested fields with its label and description. */
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { flushSync } from "react-dom";
import type { Field } from "../../../shared/schema/plan/field.ts";
import { Row } from "../../ui/primitives/Layout.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { fieldId } from "../fieldId.ts";
import { useFormActions } from "../formContext.ts";
import { revealEvent } from "../revealField.ts";
import type { ContainerProps } from "./controlProps.ts";
import styles from "./FieldGroup.module.css";
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

interface FieldGroupProps extends Pick<ContainerProps<Field>, "shapes" | "place"> {
  readonly field: Field;
  readonly errorText: string;
  /** The meaning of an empty group, or how many of its options are chosen. */
  readonly state?: string | undefined;
  readonly look: "fields" | "items" | "chips";
  /** Tells an item of an array apart from the others. */
  readonly summary?: string | undefined;
  readonly children: ReactNode;
}

export function FieldGroup(props: FieldGroupProps) {
  const { field, errorText, state, shapes, place, look, summary, children } = props;
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
          {place && summary !== undefined ? (
            <>
              <span aria-hidden="true" className={styles.itemNumber}>
                {place.index + 1}
              </span>
              <VisuallyHidden>{field.label} </VisuallyHidden>
              {summary}
            </>
          ) : (
            field.label
          )}
          {field.required && (
            <span aria-hidden="true" className={styles.required}>
              *
            </span>
          )}
          <ChevronRight aria-hidden="true" />
        </button>
      </legend>
      {(description || state) && (
        <p className={styles.words}>
          <span id={descriptionId}>{description}</span>
          {description && state && " · "}
          {state}
        </p>
      )}
      {errorText && (
        <p id={errorId} className={styles.errorText}>
          {errorText}
        </p>
      )}
      {shapes && (
        <Row wraps className={styles.shapes}>
          {shapes}
        </Row>
      )}
      <div id={bodyId} hidden={!isOpen} data-look={look} className={styles.inside}>
        {children}
      </div>
    </fieldset>
  );
}
