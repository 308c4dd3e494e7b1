/** Renders the fields of an object or array page by page, as they come into view. */
import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Field } from "../../../shared/schema/plan/field.ts";
import { Button } from "../../ui/Button.tsx";
import { fieldId } from "../fieldId.ts";
import { useFormActions } from "../formContext.ts";
import { controlIn, revealEvent } from "../revealField.ts";
import styles from "./FieldRow.module.css";

/** Fields per page. */
export const fieldsPerPage = 25;

/** How far below the visible part of the form fields are drawn. */
const margin = "600px";

export interface PagedFieldsProps {
  /** The pointer of the object or array. */
  readonly pointer: string;
  readonly fields: readonly Field[];
  readonly draw: (field: Field, index: number) => ReactNode;
}

export function PagedFields({ pointer, fields, draw }: PagedFieldsProps) {
  const { idPrefix } = useFormActions();
  const [limit, setLimit] = useState(fieldsPerPage);
  const end = useRef<HTMLDivElement>(null);
  const isCut = limit < fields.length;

  useEffect(() => {
    const container = document.getElementById(fieldId(idPrefix, pointer));
    const reveal = (event: Event) => {
      const { detail } = event as CustomEvent<string>;
      const index = fields.findIndex((one) => `${detail}/`.startsWith(`${one.pointer}/`));
      if (index >= limit) flushSync(() => setLimit(index + fieldsPerPage));
    };
    container?.addEventListener(revealEvent, reveal);
    return () => container?.removeEventListener(revealEvent, reveal);
  }, [idPrefix, pointer, fields, limit]);

  useEffect(() => {
    if (!isCut || !end.current) return;
    const isNear = ({ isIntersecting }: IntersectionObserverEntry) => isIntersecting;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(isNear)) startTransition(() => setLimit(limit + fieldsPerPage));
      },
      // The form scrolls in a pane, whose edges only the second margin moves.
      { rootMargin: margin, scrollMargin: margin } as IntersectionObserverInit,
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isCut, limit]);

  const showMore = () => {
    flushSync(() => setLimit(limit + fieldsPerPage));
    const first = fields[limit];
    if (first) controlIn(document.getElementById(fieldId(idPrefix, first.pointer)))?.focus();
  };

  return (
    <>
      {fields.slice(0, limit).map(draw)}
      {isCut && (
        <div ref={end}>
          <Button size="small" variant="quiet" className={styles.add} onPress={showMore}>
            Show {(fields.length - limit).toLocaleString("en")} more
          </Button>
        </div>
      )}
    </>
  );
}
