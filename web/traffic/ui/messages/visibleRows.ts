/** The rows that are drawn: those of open groups among them, those of closed connections and probes not. */
import type { Entry } from "../../../../shared/log/entry.ts";
import type { Probe } from "./logIndex.ts";
import type { Rows } from "./rowList.ts";
import { entryOf, isGroup, type RowGroup, type RowItem } from "./rowTree.ts";

/** What is folded besides exchanges and runs. */
export interface Foldable {
  /** Closed unless toggled. */
  readonly probes: readonly Probe[];
  /** The `seq` of the heading of each connection, by connection; closed if toggled. */
  readonly headings: ReadonlyMap<string, number>;
}

interface Fold {
  readonly isOpen: boolean;
  /** Whether it is open only because the selected row is in it. */
  readonly isHeld: boolean;
  /** The number of rows of a probe without its heading; undefined for all others. */
  readonly count?: number;
}

/** A row as it is drawn; the first one in an open exchange is its request. */
export interface VisibleRow {
  readonly item: RowItem;
  /** The groups around it, the innermost last. */
  readonly around: readonly RowGroup[];
}

interface VisibleRows {
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

/** Whether a row shows the request of the open exchange around it, which is selected with the exchange. */
export function isRequestRow({ item, around }: VisibleRow): boolean {
  return around.at(-1)?.head === item && around.at(-1)?.kind === "exchange";
}

const nowhere: readonly RowGroup[] = [];

/**
 * @param toggled the keys of the folds that are not in their initial state
 * @param selected an entry whose exchange and probe are open, so that its row is visible
 */
export function visibleRows(
  { top, exchangesOf }: Pick<Rows, "top" | "exchangesOf">,
  { probes, headings }: Foldable,
  toggled: ReadonlySet<string>,
  selected: Entry | undefined,
): VisibleRows {
  const selectedIn = selected ? exchangesOf(selected) : nowhere;
  const selectedTop = selectedIn.at(-1)?.head ?? selected;
  const foldOfProbe = ({ agreed, parts }: Probe): Fold => {
    const isOpened = toggled.has(`${agreed}`);
    const isHeld = !isOpened && selectedTop !== undefined && parts.includes(selectedTop.seq);
    return { isOpen: isOpened || isHeld, isHeld, count: parts.length };
  };
  const ofProbes = new Set(probes.flatMap(({ agreed, parts }) => [agreed, ...parts]));
  const present = new Set(
    probes.length > 0 ? top.map((item) => entrySeq(item)).filter((seq) => ofProbes.has(seq)) : [],
  );
  const known = probes
    .map((probe) => ({ ...probe, parts: probe.parts.filter((seq) => present.has(seq)) }))
    .filter(({ agreed, parts }) => parts.length > 0 && present.has(agreed));
  const hidden = new Set(known.flatMap((probe) => (foldOfProbe(probe).isOpen ? [] : probe.parts)));
  const foldOfConnection = (connectionId: string, heading: number): Fold => {
    const isSelectedIn = selected?.connectionId === connectionId && selected.seq !== heading;
    const isClosed = toggled.has(`${heading}`);
    return { isOpen: !isClosed || isSelectedIn, isHeld: isClosed && isSelectedIn };
  };
  const closed = new Set(
    [...headings].flatMap(([id, heading]) => (foldOfConnection(id, heading).isOpen ? [] : [id])),
  );
  const foldOfGroup = (group: RowGroup): Fold => {
    // a head that does not pass the filter only shows where its parts belong
    const isInitiallyOpen = group.kind === "exchange" && !group.isHeadShown;
    const isOpened = toggled.has(keyOf(group)) !== isInitiallyOpen;
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
  for (const item of top) {
    const { seq, connectionId } = isGroup(item) ? item.head : item;
    if (hidden.has(seq)) continue;
    if (closed.has(connectionId) && headings.get(connectionId) !== seq) continue;
    append(item, nowhere);
  }

  return {
    rows,
    foldOf(item) {
      if (isGroup(item)) return item.parts.length > 0 ? foldOfGroup(item) : undefined;
      const { seq, connectionId } = item;
      const probe = known.find(({ agreed }) => agreed === seq);
      if (probe) return foldOfProbe(probe);
      return headings.get(connectionId) === seq ? foldOfConnection(connectionId, seq) : undefined;
    },
    placeOf(entry) {
      if (!entry) return -1;
      const own = rows.findIndex(({ item }) => isRowOf(item, entry.seq));
      if (own >= 0) return own;
      const seqs = [entry.seq, ...exchangesOf(entry).map(({ head }) => head.seq)];
      return rows.findIndex(
        ({ item }) =>
          isGroup(item) &&
          item.kind === "run" &&
          item.parts.some((part) => seqs.includes(entrySeq(part))),
      );
    },
  };
}

const entrySeq = (item: RowItem) => (isGroup(item) ? item.head : item).seq;

/** Whether a row shows an entry itself; the row of a run shows no entry. */
function isRowOf(item: RowItem, seq: number): boolean {
  return !(isGroup(item) && item.kind === "run") && entryOf(item).seq === seq;
}
