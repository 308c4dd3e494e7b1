/** Renders the fields of an object or array page by page, as they come into view. */
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Field } from "../../../shared/schema/plan/field.ts";
import { ShowMore } from "../../ui/lists/ShowMore.tsx";
import { fieldId } from "../fieldId.ts";
import { useFormActions } from "../formContext.ts";
import { controlIn, revealEvent } from "../revealField.ts";
import styles from "./FieldRow.module.css";

/** Fields per page. */
export const fieldsPerPage = 25;

interface PagedFieldsProps {
  /** The pointer of the object or array. */
  readonly pointer: string;
  readonly fields: readonly Field[];
  readonly draw: (field: Field, index: number) => ReactNode;
}

/** Draws a contiguous range that grows at both ends, and moves to a field that is revealed. */
export function PagedFields({ pointer, fields, draw }: PagedFieldsProps) {
  const { idPrefix } = useFormActions();
  const [range, setRange] = useState({ start: 0, end: fieldsPerPage });
  // A search may leave fewer fields than the range begins with.
  const start = range.start < fields.length ? range.start : 0;
  const end = Math.min(start + range.end - range.start, fields.length);
  const elementOf = (at: string) => document.getElementById(fieldId(idPrefix, at));

  useEffect(() => {
    const container = document.getElementById(fieldId(idPrefix, pointer));
    const reveal = (event: Event) => {
      const { detail } = event as CustomEvent<string>;
      const index = fields.findIndex((one) => `${detail}/`.startsWith(`${one.pointer}/`));
      if (index < 0 || (index >= start && index < end)) return;
      const from = Math.max(0, index - Math.floor(fieldsPerPage / 2));
      flushSync(() => setRange({ start: from, end: from + fieldsPerPage }));
    };
    container?.addEventListener(revealEvent, reveal);
    return () => container?.removeEventListener(revealEvent, reveal);
  }, [idPrefix, pointer, fields, start, end]);

  const grow = (change: Partial<typeof range>) => setRange({ start, end, ...change });
  const growBefore = () => grow({ start: Math.max(0, start - fieldsPerPage) });
  const growAfter = () => grow({ end: end + fieldsPerPage });
  /** Keeps the focus at the place where the pressed button was. */
  const show = (change: () => void, index: number) => {
    flushSync(change);
    const field = fields[index];
    if (field) controlIn(elementOf(field.pointer))?.focus();
  };

  return (
    <>
      {start > 0 && (
        <ShowMore
          shown={start}
          onNear={growBefore}
          onPress={() => show(growBefore, start - 1)}
          className={styles.add}
        >
          Show {start.toLocaleString("en")} before
        </ShowMore>
      )}
      {fields.slice(start, end).map((field, index) => draw(field, start + index))}
      {end < fields.length && (
        <ShowMore
          shown={end}
          onNear={growAfter}
          onPress={() => show(growAfter, end)}
          className={styles.add}
        >
          Show {(fields.length - end).toLocaleString("en")} more
        </ShowMore>
      )}
    </>
  );
}
