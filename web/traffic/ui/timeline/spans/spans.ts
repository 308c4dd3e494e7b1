/** Reads from the rows of Traffic what took how long, as spans in lanes. */
import { isEndedTask } from "../../../../../shared/client/tasks/taskState.ts";
import { shortened } from "../../../../../shared/core/text/shortened.ts";
import { escapeHidden } from "../../../../../shared/core/text/visibleText.ts";
import type { Entry } from "../../../../../shared/log/entry.ts";
import { type GroupRow, groupRow } from "../../messages/groupRows.ts";
import type { LogIndex } from "../../messages/logIndex.ts";
import { type Bar, exchangeBar, isAnsweredByPage } from "../../messages/row/rowBars.ts";
import { nameOfRow } from "../../messages/row/rowName.ts";
import { isGroup, type RowGroup, type RowItem, timeOf } from "../../messages/tree/rowGroup.ts";

/** The lanes in the order in which they are shown. */
export const laneIds = [
  "calls",
  "asked",
  "models",
  "streams",
  "tasks",
  "authorization",
  "others",
] as const;

export type LaneId = (typeof laneIds)[number];

/** Something that took time. */
export interface Span {
  readonly lane: LaneId;
  /** The entry that is selected with it. */
  readonly seq: number;
  readonly connectionId: string;
  readonly name: string;
  readonly kind: Exclude<Bar["kind"], "mark"> | "stream" | "task" | "sign-in";
  /** Milliseconds of the log's clock. */
  readonly start: number;
  /** Undefined while it goes on. */
  readonly end: number | undefined;
  /** As in its row; undefined while it goes on, and where nobody knows. */
  readonly ms: number | undefined;
  /** Whether the network's clock measured `ms`. */
  readonly isNetworkTime: boolean;
  readonly isFailed: boolean;
  /** When what belongs to it happened: events of a stream, polls of a task. */
  readonly ticks: readonly number[];
}

/** UTF-16 code units of a name, whose sender decides its length. */
const maxNameLength = 200;

const noTicks: readonly number[] = [];

/** The spans of a row and of what it opens to, without streams. */
export function itemSpans(item: RowItem, index: LogIndex): readonly Span[] {
  const spans: Span[] = [];
  addSpans(item, index, spans);
  return spans;
}

function addSpans(item: RowItem, index: LogIndex, spans: Span[]): void {
  if (!isGroup(item)) {
    if (item.kind === "connection") spans.push(...signInSpans(item, index));
    return;
  }
  // the overview names it
  if (item.kind === "examination") return;
  if (item.kind === "exchange" && item.isHeadShown) addExchange(item, index, spans);
  for (const part of item.parts) addSpans(part, index, spans);
}

/** When the user of a connection signed in. */
function signInSpans(heading: Entry, index: LogIndex): readonly Span[] {
  const { seq, connectionId } = heading;
  const signIns = index.readiness(heading)?.signIns ?? [];
  return signIns.map(({ from, to }) => ({
    lane: "authorization",
    seq,
    connectionId,
    name: "Sign-in in the browser",
    kind: "sign-in",
    start: from,
    end: to,
    ms: to - from,
    isNetworkTime: true,
    isFailed: false,
    ticks: noTicks,
  }));
}

function addExchange(group: RowGroup, index: LogIndex, spans: Span[]): void {
  const { head } = group;
  // what an app and the page say to each other is part of no connection
  if (head.kind === "app") return;
  const row = groupRow(group, index);
  const bar = exchangeBar(group, row, index);
  const span: Span = {
    lane: laneOf(head),
    seq: head.seq,
    connectionId: head.connectionId,
    name: nameOf(head, row),
    kind: bar.kind === "mark" ? "server" : bar.kind,
    start: bar.start,
    end: isPending(head, row, index) ? undefined : bar.end,
    ms: row.waitsFor ? undefined : row.ms,
    isNetworkTime: row.isNetworkTime,
    isFailed: row.state?.kind === "failed",
    ticks: noTicks,
  };
  spans.push(span);
  const task = taskSpan(group, span, index);
  if (task) spans.push(task);
}

/** Whether a request without a message goes on, which no row tells. */
function isPending(head: Entry, row: GroupRow, index: LogIndex): boolean {
  if (head.kind !== "http-request" || row.ms !== undefined || index.exchange(head)?.end)
    return false;
  return !isOver(head, index);
}

/** Whether nothing that an entry began goes on, though the log does not say how it ended. */
export function isOver({ seq, connectionId }: Entry, index: LogIndex): boolean {
  const isRestored = seq < 0;
  return (
    isRestored || index.isRecorded(connectionId) || index.disconnectedAt(connectionId) !== undefined
  );
}

function laneOf(head: Entry): LaneId {
  if (head.kind === "http-request") {
    if (head.service === "model") return "models";
    return head.service === "authorization" ? "authorization" : "others";
  }
  if (head.direction === "in") return isAnsweredByPage(head) ? "others" : "asked";
  return isToolCall(head) ? "calls" : "others";
}

function isToolCall(head: Entry): boolean {
  if (head.kind !== "message") return false;
  return head.heads.some((one) => one.kind === "request" && one.method === "tools/call");
}

function nameOf(head: Entry, row: GroupRow): string {
  const model = head.kind === "http-request" ? head.model : undefined;
  const { text, about } = nameOfRow(row, "alone");
  const name = model || (head.kind === "http-request" && about ? `${text} ${about}` : text);
  return escapeHidden(shortened(name, maxNameLength));
}

/** The life of the task that a call became, after the answer that said so. */
function taskSpan(group: RowGroup, call: Span, index: LogIndex): Span | undefined {
  const { task, parts, head } = group;
  const pair = task && call.lane === "calls" ? index.pair(head.seq) : undefined;
  const created = pair && index.entry(pair.other);
  if (!task || !created || !isTaskAnswer(created)) return undefined;
  const ms = call.end === undefined ? undefined : Math.max(0, call.end - created.at);
  return {
    ...call,
    lane: "tasks",
    kind: call.isFailed ? "failed" : "task",
    start: created.at,
    ms: isEndedTask(task.status ?? "") ? ms : undefined,
    ticks: parts.flatMap((part) => pollsOf(part)),
  };
}

function isTaskAnswer(entry: Entry): boolean {
  return entry.kind === "message" && entry.heads.some((head) => "task" in head && head.task);
}

/** When the states of a task were asked for or told. */
function pollsOf(part: RowItem): readonly number[] {
  if (isGroup(part) && part.kind === "run") return part.parts.flatMap(pollsOf);
  const entry = isGroup(part) ? part.head : part;
  if (entry.kind !== "message") return noTicks;
  const isState = entry.heads.some(
    (head) => "method" in head && head.method !== undefined && isTaskState(head.method),
  );
  return isState ? [timeOf(part)] : noTicks;
}

const isTaskState = (method: string) =>
  method === "tasks/get" || method.startsWith("notifications/tasks");
