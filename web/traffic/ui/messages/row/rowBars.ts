/** Computes the bars of a row: when its exchange waited, ran and was answered. */

import type { Entry } from "../../../../../shared/log/entry.ts";
import { endOfExchange, type GroupRow, groupRow } from "../groupRows.ts";
import type { LogIndex } from "../logIndex.ts";
import { isGroup, type RowGroup, type RowItem, timeOf } from "../tree/rowGroup.ts";

export interface Bar {
  readonly kind: "server" | "you" | "model" | "failed" | "queued" | "mark";
  /** Milliseconds of the log's clock. */
  readonly start: number;
  /** Undefined while it runs; that of a mark is its start. */
  readonly end: number | undefined;
}

/** The newest parts that have bars of their own. */
const maxParts = 60;

/** The bars of a row, those that are drawn above others last. */
export function barsOf(item: RowItem, index: LogIndex): readonly Bar[] {
  const heading = isGroup(item) ? item.head : item;
  if (item.kind === "examination" || item.kind === "restart" || item.kind === "turn")
    return [spanOf(item, index)];
  if (!isGroup(item) || item.kind === "setup") {
    return connectBars(heading, index) ?? [markAt(timeOf(item))];
  }
  const parts = item.parts.slice(-maxParts);
  if (item.kind === "run") return parts.map((part) => mainBar(part, index));
  const asked = parts.filter((part) => isGroup(part) && part.head.direction === "in");
  const marks = parts.filter((part) => isNotification(part));
  return [
    ...queuedBars(item, index),
    mainBar(item, index),
    ...asked.map((part) => mainBar(part, index)),
    ...marks.map((part) => markAt(timeOf(part))),
  ];
}

function spanOf(group: RowGroup, index: LogIndex): Bar {
  const end = endOfExchange(group, index);
  const kind = group.kind === "turn" ? "model" : "server";
  return { kind: group.hasFailed ? "failed" : kind, start: group.time, end };
}

/** The bars of the heading of a connection: until it was ready, and when its user signed in. */
function connectBars(heading: Entry, index: LogIndex): readonly Bar[] | undefined {
  const readiness = index.readiness(heading);
  if (!readiness) return undefined;
  const { ms, signIns, signInMs } = readiness;
  const start = heading.at;
  return [
    { kind: "server", start, end: start + ms + signInMs },
    ...signIns.map(({ from, to }): Bar => ({ kind: "you", start: from, end: to })),
  ];
}

function isNotification(part: RowItem): boolean {
  return !isGroup(part) && part.kind === "message" && part.heads[0]?.kind === "notification";
}

function mainBar(item: RowItem, index: LogIndex): Bar {
  const start = timeOf(item);
  if (!isGroup(item)) return markAt(start);
  return exchangeBar(item, groupRow(item, index), index);
}

/**
 * The bar of an exchange, from when it was sent until its row says that it ended.
 * @param row that of the exchange
 */
export function exchangeBar(group: RowGroup, row: GroupRow, index: LogIndex): Bar {
  const { ms = 0, personMs = 0, waitsFor } = row;
  const end = waitsFor ? undefined : group.time + ms + personMs;
  return { kind: kindOf(group, row, index), start: group.time, end };
}

function kindOf({ head }: RowGroup, row: GroupRow, index: LogIndex): Bar["kind"] {
  if (row.waitsFor === "connection") return "queued";
  if (row.state?.kind === "failed") return "failed";
  if (head.kind === "http-request" && head.service === "model") return "model";
  return head.direction === "in" && isForPerson(head, index) ? "you" : "server";
}

/** Requests of a server that wait for nobody: the page answers them at once. */
const answeredByPage: ReadonlySet<string> = new Set(["ping", "roots/list"]);

/** Whether a request of a server waits, or waited, for a person: a rule or a model is none. */
function isForPerson(head: Entry, index: LogIndex): boolean {
  if (isAnsweredByPage(head)) return false;
  const pair = index.pair(head.seq);
  return pair === undefined || index.entry(pair.other)?.initiator?.kind === "user";
}

export function isAnsweredByPage(head: Entry): boolean {
  const [first] = head.kind === "message" ? head.heads : [];
  return first?.kind === "request" && answeredByPage.has(first.method);
}

function queuedBars({ head, time }: RowGroup, index: LogIndex): readonly Bar[] {
  const waitedMs = index.pair(head.seq)?.waitedMs;
  return waitedMs === undefined ? [] : [{ kind: "queued", start: time - waitedMs, end: time }];
}

const markAt = (at: number): Bar => ({ kind: "mark", start: at, end: at });
