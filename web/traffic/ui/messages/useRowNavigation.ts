/** The rows that are drawn, and the acts that open, close and step through them. */
import { useMemo, useState } from "react";
import type { Entry } from "../../../../shared/log/entry.ts";
import type { Rows } from "./rowList.ts";
import { entryOf, isGroup, isOnlyParts, type RowItem } from "./tree/rowGroup.ts";
import { foldKeyOf, isRequestRow, type VisibleRows, visibleRows } from "./visibleRows.ts";

export interface VisibleList extends VisibleRows {
  /** The place of the selected row; -1 if there is none. */
  readonly selectedAt: number;
  /** Opens or closes a fold; a selected row in it would keep it open, so its heading is selected. */
  toggle(item: RowItem): void;
  /**
   * The place of the row before or after the selected one, except one for which another is
   * selected: an open run, a request. It may be outside of the list.
   */
  next(by: 1 | -1): number;
  /** The entry that stands for the row at a place; undefined outside of the list. */
  entryAt(at: number): Entry | undefined;
}

/** @param onSelect called with the number of the entry whose row is selected instead */
export function useRowNavigation(
  rows: Rows,
  selected: Entry | undefined,
  onSelect: (seq: number) => void,
): VisibleList {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const visible = useMemo(() => visibleRows(rows, toggled, selected), [rows, toggled, selected]);
  const selectedAt = visible.placeOf(selected);

  /** Whether the selected row is one of those that a row folds. */
  const holdsSelected = (item: RowItem): boolean => {
    if (!selected || selectedAt < 0) return false;
    return isGroup(item) && rows.exchangesOf(selected).includes(item);
  };
  const isPassed = (at: number) => {
    const row = visible.rows[at];
    if (!row || isRequestRow(row)) return row !== undefined;
    return isOnlyParts(row.item) && visible.foldOf(row.item)?.isOpen === true;
  };
  return {
    ...visible,
    selectedAt,
    toggle(item) {
      const key = foldKeyOf(item);
      const fold = visible.foldOf(item);
      const others = [...toggled].filter((other) => other !== key);
      if (!fold?.isHeld) setToggled(new Set(toggled.has(key) ? others : [...others, key]));
      if (fold?.isOpen && holdsSelected(item)) onSelect(isGroup(item) ? item.head.seq : item.seq);
    },
    next(by) {
      let at = (selectedAt < 0 ? visible.rows.length : selectedAt) + by;
      while (isPassed(at)) at += by;
      return at;
    },
    entryAt(at) {
      const row = visible.rows[at];
      return row && entryOf(row.item);
    },
  };
}
