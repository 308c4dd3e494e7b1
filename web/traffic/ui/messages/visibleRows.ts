/** The rows that are drawn: those of open groups among them. */
import type { Entry } from "../../../../shared/log/entry.ts";
import type { Rows } from "./rowList.ts";
import { entryOf, isGroup, isOnlyParts, type RowGroup, type RowItem } from "./tree/rowGroup.ts";

interface Fold {
  readonly isOpen: boolean;
  /** Whether it is open only because the selected row is in it. */
  readonly isHeld: boolean;
}

/** A row as it is drawn; the first one in an open exchange is its request. */
export interface VisibleRow {
  readonly item: RowItem;
  /** The groups around it, the innermost last. */
  readonly around: readonly RowGroup[];
}

export interface VisibleRows {
  readonly rows: readonly VisibleRow[];
  /** The fold that a row opens and closes. */
  foldOf(item: RowItem): Fold | undefined;
  /** The place of the row that shows an entry, or in whose closed run it is; -1 if there is none. */
  placeOf(entry: Entry | undefined): number;
}

/** Identifies a row among all others, also where a run begins with its first exchange. */
export function keyOf(item: RowItem): string {
  return isGroup(item) ? `${item.kind}-${item.head.seq}` : `${item.seq}`;
}

/** Identifies the fold of a row; a group that a filter opens has another one than it has without. */
export function foldKeyOf(item: RowItem): string {
  return isGroup(item) && !item.isHeadShown ? `${keyOf(item)}-filtered` : keyOf(item);
}

/** Whether a row shows the request of the open exchange around it, which is selected with the exchange. */
export function isRequestRow({ item, around }: VisibleRow): boolean {
  return around.at(-1)?.head === item && around.at(-1)?.kind === "exchange";
}

const nowhere: readonly RowGroup[] = [];

/** Groups that say with a filter, too, that there is more in them. */
const alwaysFolded: ReadonlySet<RowGroup["kind"]> = new Set(["run", "examination", "restart"]);

/**
 * @param toggled the keys of the folds that are not in their initial state
 * @param selected an entry whose exchange is open, so that its row is visible
 */
export function visibleRows(
  { top, exchangesOf }: Pick<Rows, "top" | "exchangesOf">,
  toggled: ReadonlySet<string>,
  selected: Entry | undefined,
): VisibleRows {
  const selectedIn = selected ? exchangesOf(selected) : nowhere;
  const foldOfGroup = (group: RowGroup): Fold => {
    // a head that does not pass the filter only shows where its parts belong
    const isPlaceOnly = !group.isHeadShown && !alwaysFolded.has(group.kind);
    const isInitiallyOpen = isPlaceOnly || group.hasFailed;
    const isOpened = toggled.has(foldKeyOf(group)) !== isInitiallyOpen;
    const isHeld = !isOpened && selectedIn.includes(group);
    return { isOpen: isOpened || isHeld, isHeld };
  };

  const rows: VisibleRow[] = [];
  const append = (item: RowItem, around: readonly RowGroup[]) => {
    rows.push({ item, around });
    if (!isGroup(item) || !foldOfGroup(item).isOpen) return;
    const within = [...around, item];
    if (item.kind === "exchange" && item.isHeadShown)
      rows.push({ item: item.head, around: within });
    for (const part of item.parts) append(part, within);
  };
  for (const item of top) append(item, nowhere);

  return {
    rows,
    foldOf: (item) => (isGroup(item) && item.parts.length > 0 ? foldOfGroup(item) : undefined),
    placeOf(entry) {
      if (!entry) return -1;
      const own = rows.findIndex(({ item }) => isRowOf(item, entry.seq));
      if (own >= 0) return own;
      const seqs = [entry.seq, ...exchangesOf(entry).map(({ head }) => head.seq)];
      return rows.findIndex(
        ({ item }) => isOnlyParts(item) && item.parts.some((part) => seqs.includes(entrySeq(part))),
      );
    },
  };
}

const entrySeq = (item: RowItem) => (isGroup(item) ? item.head : item).seq;

/** Whether a row shows an entry itself. */
function isRowOf(item: RowItem, seq: number): boolean {
  return !isOnlyParts(item) && entryOf(item).seq === seq;
}
