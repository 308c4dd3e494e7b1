/** Hides the folded rows of probes and connections, without changing the list of rows. */
import type { Entry } from "../../../../shared/log/entry.ts";
import type { Probe } from "./logIndex.ts";
import { positionOf, type Rows } from "./rowList.ts";

/** What can be folded. */
export interface Foldable {
  /** Folded unless toggled. There are few, so they are searched linearly. */
  readonly probes: readonly Probe[];
  /** The `seq` of the heading of each connection, by connection; folded if toggled. */
  readonly headings: ReadonlyMap<string, number>;
}

interface Fold {
  readonly isOpen: boolean;
  /** The number of rows without the heading; undefined for connections, whose rows are not counted. */
  readonly count: number | undefined;
}

/** The rows that are not hidden. A position is an index into all rows, a place one into these. */
export interface FoldedRows {
  /** The number of places. */
  readonly length: number;
  positionAt(place: number): number;
  /** The place of a position, or -1 if it is hidden. */
  placeOf(position: number): number;
  /** The fold that an entry is the heading of. */
  foldOf(entry: Entry): Fold | undefined;
}

/**
 * @param toggled the `seq` of the headings whose fold is not in its initial state
 * @param selected an entry that is never hidden
 */
export function foldRows(
  rows: Rows,
  { probes, headings }: Foldable,
  toggled: ReadonlySet<number>,
  selected: Entry | undefined,
): FoldedRows {
  const folds = new Map<number, Fold>();
  const hidden: number[] = [];
  for (const { agreed, parts } of probes) {
    const positions = parts.map((seq) => positionOf(rows, seq)).filter((at) => at >= 0);
    if (positions.length === 0 || positionOf(rows, agreed) < 0) continue;
    const isOpen = toggled.has(agreed) || parts.includes(selected?.seq ?? Number.NaN);
    folds.set(agreed, { isOpen, count: positions.length });
    if (!isOpen) hidden.push(...positions);
  }
  const closed = closedConnections(rows, headings, toggled, selected);
  const places =
    closed.size > 0 ? hideConnections(rows, closed, new Set(hidden)) : hideRows(rows, hidden);
  return {
    ...places,
    foldOf(entry) {
      const probe = folds.get(entry.seq);
      if (probe || headings.get(entry.connectionId) !== entry.seq) return probe;
      return { isOpen: !closed.has(entry.connectionId), count: undefined };
    },
  };
}

type Places = Pick<FoldedRows, "length" | "positionAt" | "placeOf">;

/** The connections of which only the heading is shown, with the position of the heading. */
function closedConnections(
  rows: Rows,
  headings: Foldable["headings"],
  toggled: ReadonlySet<number>,
  selected: Entry | undefined,
): ReadonlyMap<string, number> {
  const closed = new Map<string, number>();
  if (toggled.size === 0) return closed;
  for (const [connectionId, heading] of headings) {
    const position = toggled.has(heading) ? positionOf(rows, heading) : -1;
    const holdsSelected = selected?.connectionId === connectionId && selected.seq !== heading;
    if (position >= 0 && !holdsSelected) closed.set(connectionId, position);
  }
  return closed;
}

/** Hides a few rows, at a cost that does not grow with the number of rows. */
function hideRows({ length }: Rows, unsorted: readonly number[]): Places {
  const hidden = unsorted.toSorted((one, other) => one - other);
  const hiddenBefore = (position: number) => {
    const after = hidden.findIndex((at) => at >= position);
    return after < 0 ? hidden.length : after;
  };
  return {
    length: length - hidden.length,
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
  };
}

/** Hides whole connections; lists all rows that are left. */
function hideConnections(
  { entries, length }: Rows,
  closed: ReadonlyMap<string, number>,
  hidden: ReadonlySet<number>,
): Places {
  const shown: number[] = [];
  for (let at = 0; at < length; at++) {
    const heading = closed.get((entries[at] as Entry).connectionId);
    if (heading === undefined ? !hidden.has(at) : heading === at) shown.push(at);
  }
  return {
    length: shown.length,
    positionAt: (place) => shown[place] ?? length,
    placeOf: (position) => shown.indexOf(position),
  };
}
