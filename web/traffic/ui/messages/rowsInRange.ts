/** Leaves out the rows of which nothing is in the time that is chosen in the timeline. */
import { endOfExchange } from "./groupRows.ts";
import type { LogIndex } from "./logIndex.ts";
import type { Rows } from "./rowList.ts";
import { isGroup, type RowGroup, type RowItem, timeOf } from "./tree/rowGroup.ts";

/** A part of what was recorded, or of what happens now, in milliseconds of the log's clock. */
export interface ChosenTime {
  readonly from: number;
  readonly to: number;
  readonly isRecorded: boolean;
  /** The time that is shown as 0. */
  readonly zero: number;
}

/** Creates a function that filters rows by time; it computes again only what has changed. */
export function createRangeFilter(index: LogIndex): (rows: Rows, range: ChosenTime) => Rows {
  const ends = new WeakMap<RowGroup, { readonly version: number; readonly end: number }>();

  const endOf = (item: RowItem): number => {
    if (!isGroup(item)) return item.at;
    const last = item.parts.at(-1);
    if (item.kind === "run") return last ? endOf(last) : item.time;
    const known = ends.get(item);
    if (known?.version === item.version) return known.end;
    const end = endOfExchange(item, index);
    // what goes on can end without a change of its row
    if (end === undefined) return Number.POSITIVE_INFINITY;
    ends.set(item, { version: item.version, end });
    return end;
  };

  return (rows, { from, to, isRecorded }) => {
    const top = rows.top.filter((item) => {
      const { connectionId } = isGroup(item) ? item.head : item;
      const start = timeOf(item);
      if (index.isRecorded(connectionId) !== isRecorded || start > to) return false;
      return start >= from || endOf(item) >= from;
    });
    const kept = new Set(top.flatMap((item) => (item.kind === "run" ? item.parts : [item])));
    const isKept = (seq: number) => {
      const entry = index.entry(seq);
      const own = entry && (rows.exchangesOf(entry).at(-1) ?? rows.exchangeAt(entry) ?? entry);
      return own !== undefined && kept.has(own);
    };
    const shownProblems = rows.shownProblems.filter(isKept);
    return {
      ...rows,
      top,
      shownProblems,
      count: top.reduce((sum, item) => sum + countOf(item), 0),
    };
  };
}

/** The entries with a row of their own. */
function countOf(item: RowItem): number {
  if (!isGroup(item)) return 1;
  const own = item.kind !== "run" && item.isHeadShown ? 1 : 0;
  return item.parts.reduce((sum, part) => sum + countOf(part), own);
}
