/** The rows of Traffic: entries, and groups of them. */
import type { Entry, FindingEntry } from "../../../../../shared/log/entry.ts";
import type { TaskHead } from "../../../../../shared/protocol/jsonRpc.ts";

/** A row with one entry, or one that opens in place. */
export type RowItem = Entry | RowGroup;

/**
 * A request with everything that belongs to it, a run of similar rows, how a connection was made, an
 * examination of a server, what a tap did to start its server anew, or a turn of a conversation.
 */
export interface RowGroup {
  readonly kind: "exchange" | "run" | "setup" | "examination" | "restart" | "turn";
  /**
   * The request, the first entry of the run, or the one with which the connection or examination
   * begins; of a restart, the one that says how it went, or its first message until then; the note
   * of a turn.
   */
  readonly head: Entry;
  /** When the request was sent, in milliseconds of the log's clock. */
  readonly time: number;
  /** The rows that it opens to, in the order of their times. */
  readonly parts: readonly RowItem[];
  /** The newest entry that tells how the exchange went, or the one that ended an examination or restart. */
  readonly outcome: Entry | undefined;
  /** The newest state of the task that it became. */
  readonly task: TaskHead | undefined;
  /** With what the client cancelled its request or ended its exchange. */
  readonly cancelledBy: Entry | undefined;
  /** Whether its head passes the filter; otherwise it only shows where its parts belong. */
  readonly isHeadShown: boolean;
  /** Whether the connection was not made, nothing could be examined, or the server did not start anew. */
  readonly hasFailed: boolean;
  /** Whether the connection took the place of one that ended just before. */
  readonly isAgain: boolean;
  /** What was noted about it: the verdicts of an examination, what a restart changed. */
  readonly findings: readonly FindingEntry[];
  /** Grows with each change. */
  readonly version: number;
}

const groupKinds: ReadonlySet<string> = new Set<RowGroup["kind"]>([
  "exchange",
  "run",
  "setup",
  "examination",
  "restart",
  "turn",
]);

export const isGroup = (item: RowItem): item is RowGroup => groupKinds.has(item.kind);

/** Whether a row shows no entry of its own: one of its parts has the row of its head. */
export const isOnlyParts = (item: RowItem): item is RowGroup =>
  item.kind === "run" ||
  item.kind === "turn" ||
  (item.kind === "restart" && item.outcome === undefined);

/** The entry whose details stand for a row: the request of an exchange, the newest of a run or turn. */
export function entryOf(item: RowItem): Entry {
  if (!isGroup(item)) return item;
  const last = item.parts.at(-1);
  return (item.kind === "run" || item.kind === "turn") && last ? entryOf(last) : item.head;
}

/** What came back in an exchange: its answer, or the newest bytes that are no message. */
export function responseIn({ outcome, parts }: RowGroup): Entry | undefined {
  if (outcome && outcome.size > 0) return outcome;
  return parts.map(entryOf).findLast(({ kind, size }) => size > 0 && kind === "frame");
}

/** When a row's message was sent or received. */
export function timeOf(item: RowItem): number {
  return isGroup(item) ? item.time : item.at;
}
