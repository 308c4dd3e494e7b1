/** The rows that pass the filter, extended as the log grows. */
import type { Finding } from "../../../../shared/lint/finding.ts";
import type { Entry } from "../../../../shared/log/entry.ts";
import type { Snapshot } from "../../../../shared/log/eventLog.ts";
import type { Filter } from "../../../../shared/log/filter.ts";
import { findingsOfRow } from "./findingsOfRow.ts";
import type { LogIndex } from "./logIndex.ts";
import { hasRow, type Row, rowOf } from "./rows.ts";
import { createRowTree, type RowItem, type RowTree } from "./rowTree.ts";

/** The rows at one moment. */
export interface Rows extends Pick<RowTree, "exchangesOf" | "exchangeAt"> {
  /** Exchanges, and entries that belong to none, in the order of their times. Grows with the log. */
  readonly top: readonly RowItem[];
  /** The number of entries with a row that pass the filter. */
  readonly count: number;
  /** The number of entries with a row. */
  readonly total: number;
}

/** What a filter needs besides the entry and the index. */
interface RowFacts {
  readonly findings: (seq: number) => readonly Finding[];
  /** Whether the body of an entry contains a text in lower case. */
  readonly holds: (seq: number, text: string) => boolean;
  /** Whether a text in lower case names the server of an entry. */
  readonly isOfServer: (entry: Entry, text: string) => boolean;
}

const noFacts: RowFacts = { findings: () => [], holds: () => false, isOfServer: () => false };

export interface RowList {
  /**
   * Processes only entries appended since the last call.
   * @param until only the entries before this index are filtered and listed; all by default
   * @returns the same object while nothing changed
   */
  update(snapshot: Snapshot, until?: number): Rows;
}

/**
 * Creates a list of rows.
 * @param index must be updated with a snapshot before the list is
 * @param facts what the filter needs besides the row
 */
export function createRowList(
  index: LogIndex,
  filter: Filter | undefined,
  facts: RowFacts = noFacts,
): RowList {
  let seen: Snapshot | undefined;
  let tree = createRowTree(index);
  /** The number of entries that were filtered. */
  let filtered = 0;
  let rows = rowsOf(tree, 0, 0);
  const passes = (by: Filter, entry: Entry) => {
    let row: Row | undefined;
    return by.matches({
      direction: entry.direction,
      row: () => (row ??= rowOf(entry, index) as Row),
      findings: () => findingsOfRow(entry, index, facts.findings),
      isOfServer: (text) => facts.isOfServer(entry, text),
      holds: (text) => facts.holds(entry.seq, text),
    });
  };
  return {
    update(snapshot, until = snapshot.length) {
      if (snapshot === seen && until <= filtered) return rows;
      const isSameLog = seen?.entries === snapshot.entries;
      if (!isSameLog) {
        tree = createRowTree(index);
        filtered = 0;
      }
      let total = isSameLog ? rows.total : 0;
      for (let at = isSameLog && seen ? seen.length : 0; at < snapshot.length; at++) {
        if (hasRow(snapshot.entries[at] as Entry, index)) total++;
      }
      let count = isSameLog ? rows.count : 0;
      const isChanged = !isSameLog || filtered < until || total !== rows.total;
      for (; filtered < until; filtered++) {
        const entry = snapshot.entries[filtered] as Entry;
        const isRow = hasRow(entry, index);
        const isShown = isRow && (!filter || passes(filter, entry));
        if (isShown) count++;
        tree.add(entry, isRow, isShown);
      }
      seen = snapshot;
      if (isChanged) rows = rowsOf(tree, count, total);
      return rows;
    },
  };
}

function rowsOf({ top, exchangesOf, exchangeAt }: RowTree, count: number, total: number): Rows {
  return { top, count, total, exchangesOf, exchangeAt };
}
