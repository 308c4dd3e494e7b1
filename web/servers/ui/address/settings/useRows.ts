/** Manages editable rows with stable keys. */
import { useRef, useState } from "react";

interface Row<T> {
  readonly id: number;
  readonly value: T;
}

interface EditableRows<T> {
  readonly rows: readonly Row<T>[];
  add(...values: readonly T[]): void;
  change(id: number, value: T): void;
  /** Removes the rows the predicate selects. */
  remove(isMeant: (row: Row<T>) => boolean): void;
}

/** @param onChange receives every new state of the list */
export function useEditableRows<T>(
  initial: readonly T[],
  onChange: (values: readonly T[]) => void,
): EditableRows<T> {
  const [rows, setRows] = useState(() => initial.map((value, id): Row<T> => ({ id, value })));
  // Several changes within one event build on each other.
  const newest = useRef<readonly Row<T>[]>(rows);
  const nextId = useRef(rows.length);
  const become = (next: readonly Row<T>[]) => {
    newest.current = next;
    setRows([...next]);
    onChange(next.map(({ value }) => value));
  };
  return {
    rows,
    add: (...values) =>
      become([...newest.current, ...values.map((value) => ({ id: nextId.current++, value }))]),
    change: (id, value) =>
      become(newest.current.map((row) => (row.id === id ? { id, value } : row))),
    remove: (isMeant) => become(newest.current.filter((row) => !isMeant(row))),
  };
}
