/** Folds the rows of probes: a view of the rows that leaves some out, without changing them. */
import type { Probe } from "./logIndex.ts";
import { positionOf, type Rows } from "./rowList.ts";

/** Rows with folds. Positions are those in the rows, places those on the screen. */
export interface FoldedRows {
  /** The number of places. */
  readonly length: number;
  positionAt(place: number): number;
  /** The place of a position, or -1 if it is folded. */
  placeOf(position: number): number;
  /** The fold whose heading an entry is: whether it is open, and how many rows it has. */
  foldOf(seq: number): { readonly isOpen: boolean; readonly count: number } | undefined;
}

/**
 * @param probes what is folded; few
 * @param open the headings of those that are open
 * @param selected an entry that is never folded
 */
export function foldRows(
  rows: Rows,
  probes: readonly Probe[],
  open: ReadonlySet<number>,
  selected: number | undefined,
): FoldedRows {
  const folds = new Map<number, { isOpen: boolean; count: number }>();
  const hidden: number[] = [];
  for (const { agreed, parts } of probes) {
    const positions = parts.map((seq) => positionOf(rows, seq)).filter((at) => at >= 0);
    if (positions.length === 0 || positionOf(rows, agreed) < 0) continue;
    const isOpen = open.has(agreed) || (selected !== undefined && parts.includes(selected));
    folds.set(agreed, { isOpen, count: positions.length });
    if (!isOpen) hidden.push(...positions);
  }
  hidden.sort((one, other) => one - other);
  const hiddenBefore = (position: number) => {
    const after = hidden.findIndex((at) => at >= position);
    return after < 0 ? hidden.length : after;
  };
  return {
    length: rows.length - hidden.length,
    positionAt(place) {
      let position = place;
      for (const at of hidden) {
        if (at > position) break;
        position++;
      }
      return position;
    },
    placeOf: (position) =>
      position < 0 || hidden.includes(position) ? -1 : position - hiddenBefore(position),
    foldOf: (seq) => folds.get(seq),
  };
}
