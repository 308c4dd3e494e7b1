/** The rows that pass the filter, extended as the log grows. */
import type { Finding } from "../../../../shared/lint/finding.ts";
import type { Entry } from "../../../../shared/log/entry.ts";
import type { Snapshot } from "../../../../shared/log/eventLog.ts";
import type { Filter } from "../filter.ts";
import { findingsOfRow } from "./findingsOfRow.ts";
import type { LogIndex } from "./logIndex.ts";
import { hasRow, type Row, rowOf } from "./rows.ts";

/** The rows at one moment. Readers must not read past `length`, because the array grows. */
export interface Rows {
  readonly entries: readonly Entry[];
  readonly length: number;
  /** The number of rows without the filter. */
  readonly total: number;
}

/** What a filter needs besides the entry and the index. */
export interface RowFacts {
  readonly findings: (seq: number) => readonly Finding[];
  /** Whether the body of an entry contains a text in lower case. */
  readonly holds: (seq: number, text: string) => boolean;
}

const noFacts: RowFacts = { findings: () => [], holds: () => false };

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
  let kept: Entry[] = [];
  /** The number of entries that were filtered. */
  let filtered = 0;
  let rows: Rows = { entries: kept, length: 0, total: 0 };
  const passes = (by: Filter, entry: Entry) => {
    let row: Row | undefined;
    return by.matches({
      direction: entry.direction,
      row: () => (row ??= rowOf(entry, index) as Row),
      findings: () => findingsOfRow(entry, index, facts.findings),
      server: () => index.server(entry),
      holds: (text) => facts.holds(entry.seq, text),
    });
  };
  return {
    update(snapshot, until = snapshot.length) {
      if (snapshot === seen && until <= filtered) return rows;
      const isSameLog = seen?.entries === snapshot.entries;
      if (!isSameLog) {
        kept = [];
        filtered = 0;
      }
      let total = isSameLog ? rows.total : 0;
      for (let at = isSameLog && seen ? seen.length : 0; at < snapshot.length; at++) {
        if (hasRow(snapshot.entries[at] as Entry, index)) total++;
      }
      for (; filtered < until; filtered++) {
        const entry = snapshot.entries[filtered] as Entry;
        if (hasRow(entry, index) && (!filter || passes(filter, entry))) kept.push(entry);
      }
      seen = snapshot;
      if (kept !== rows.entries || kept.length !== rows.length || total !== rows.total) {
        rows = { entries: kept, length: kept.length, total };
      }
      return rows;
    },
  };
}

/** The index of an entry's row, or -1. */
export function positionOf(rows: Rows, seq: number | undefined): number {
  if (seq === undefined) return -1;
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows.entries[middle] as Entry).seq < seq) low = middle + 1;
    else high = middle;
  }
  return low < rows.length && rows.entries[low]?.seq === seq ? low : -1;
}
