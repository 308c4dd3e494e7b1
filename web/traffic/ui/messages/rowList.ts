/** The rows that pass the filter, extended as the log grows. */
import type { Finding } from "../../../../shared/lint/finding.ts";
import type { Entry } from "../../../../shared/log/entry.ts";
import type { Snapshot } from "../../../../shared/log/eventLog.ts";
import type { BodyText, Filter } from "../../../../shared/log/filter.ts";
import type { MessageHead } from "../../../../shared/protocol/jsonRpc.ts";
import { findingsOfRow } from "./findingsOfRow.ts";
import type { LogIndex } from "./logIndex.ts";
import { rowCauseOf } from "./rowCause.ts";
import { hasRow, type Row, rowOf } from "./rows.ts";
import type { RowItem } from "./tree/rowGroup.ts";
import { createRowTree, type RowTree } from "./tree/rowTree.ts";

/** The rows at one moment. */
export interface Rows extends Pick<RowTree, "exchangesOf" | "exchangeAt"> {
  /** Exchanges, and entries that belong to none, in the order of their times. Grows with the log. */
  readonly top: readonly RowItem[];
  /** The number of entries with a row that pass the filter. */
  readonly count: number;
  /** The number of entries with a row. */
  readonly total: number;
  /**
   * The numbers of the entries whose rows are in red or yellow; of repeated attempts, the first.
   * Examinations are left out: they break rules on purpose.
   */
  readonly problems: readonly number[];
  /** Those of them that pass the filter. */
  readonly shownProblems: readonly number[];
}

/** What a filter needs besides the entry and the index. */
interface RowFacts {
  readonly findings: (seq: number) => readonly Finding[];
  /** Whether what is searched for is in the body of an entry. */
  readonly holds: (seq: number, wanted: BodyText) => boolean;
  /** Whether a text in lower case names the server of an entry. */
  readonly isOfServer: (entry: Entry, text: string) => boolean;
}

const noFacts: RowFacts = {
  findings: () => [],
  holds: () => false,
  isOfServer: () => false,
};

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
 * @param from entries before this index are counted, but not listed
 */
export function createRowList(
  index: LogIndex,
  filter: Filter | undefined,
  facts: RowFacts = noFacts,
  from = 0,
): RowList {
  let seen: Snapshot | undefined;
  let tree = createRowTree(index);
  /** The number of entries that were filtered. */
  let filtered = from;
  let problems: number[] = [];
  let shownProblems: number[] = [];
  /** The number of probes that are known: their refusals are no problems. */
  let probes = 0;
  let repeated = "";
  let rows: Rows = rowsOf(tree, { count: 0, total: 0, problems, shownProblems });
  const passes = (by: Filter, entry: Entry) => {
    let row: Row | undefined;
    return by.matches({
      direction: entry.direction,
      initiator: () => rowCauseOf(entry, index),
      row: () => (row ??= rowOf(entry, index) as Row),
      findings: () => findingsOfRow(entry, index, facts.findings),
      isOfServer: (text) => facts.isOfServer(entry, text),
      holds: (wanted) => facts.holds(entry.seq, wanted),
    });
  };
  return {
    update(snapshot, until = snapshot.length) {
      if (snapshot === seen && until <= filtered) return rows;
      const isSameLog = seen?.entries === snapshot.entries;
      if (!isSameLog) {
        tree = createRowTree(index);
        filtered = seen ? 0 : from;
        problems = [];
        shownProblems = [];
        repeated = "";
      }
      const isAgreed = index.probes().length !== probes;
      let total = isSameLog ? rows.total : 0;
      for (let at = isSameLog && seen ? seen.length : 0; at < snapshot.length; at++) {
        if (hasRow(snapshot.entries[at] as Entry, index)) total++;
      }
      let count = isSameLog ? rows.count : 0;
      const isChanged = !isSameLog || filtered < until || total !== rows.total;
      for (; filtered < until; filtered++) {
        const entry = snapshot.entries[filtered] as Entry;
        const isRow = hasRow(entry, index);
        // a note without a row is the heading of others, where no filter chooses among them
        const isShown = isRow ? !filter || passes(filter, entry) : !filter;
        if (isRow && isShown) count++;
        if (isRow && !index.isExamination(entry) && isProblem(entry, index)) {
          const attempt = attemptOf(entry, index);
          if (attempt === "" || attempt !== repeated) {
            problems.push(entry.seq);
            if (isShown) shownProblems.push(entry.seq);
          }
          repeated = attempt;
        }
        tree.add(entry, isRow, isShown);
      }
      seen = snapshot;
      if (isAgreed) {
        probes = index.probes().length;
        const isStill = (seq: number) => {
          const entry = index.entry(seq);
          return entry !== undefined && !index.isOfProbe(entry);
        };
        problems = problems.filter(isStill);
        shownProblems = shownProblems.filter(isStill);
      }
      if (isChanged) {
        rows = rowsOf(tree, { count, total, problems, shownProblems });
      }
      return rows;
    },
  };
}

function rowsOf(
  { top, exchangesOf, exchangeAt }: RowTree,
  counted: Omit<Rows, "top" | "exchangesOf" | "exchangeAt">,
): Rows {
  return { top, exchangesOf, exchangeAt, ...counted };
}

/** Whether the row of an entry is in red or yellow; a message without any sign of it has no row made. */
function isProblem(entry: Entry, index: LogIndex): boolean {
  if (entry.kind === "app") return false;
  if (entry.kind === "message" && !entry.heads.some(mayBeProblem)) return false;
  const tone = rowOf(entry, index)?.tone;
  return tone === "violation" || tone === "warning";
}

function mayBeProblem(head: MessageHead): boolean {
  switch (head.kind) {
    case "error":
    case "invalid":
      return true;
    case "result":
      return head.isError === true || head.task?.status === "failed";
    case "notification":
      return head.log !== undefined || head.task?.status === "failed";
    default:
      return false;
  }
}

/** What repeated attempts to open the same stream have in common; empty for anything else. */
function attemptOf(entry: Entry, index: LogIndex): string {
  if (entry.kind !== "http-end" || entry.outcome !== "failed") return "";
  const method = index.exchange(entry)?.request?.http.method ?? "";
  return `${entry.connectionId} ${method} ${entry.reason ?? ""}`;
}
