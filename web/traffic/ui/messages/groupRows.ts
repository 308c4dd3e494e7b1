/** Describes the rows of exchanges and of runs in Traffic, from those of their entries. */
import { isEndedTask } from "../../../../shared/client/tasks/taskState.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import type { Entry, ListedChange } from "../../../../shared/log/entry.ts";
import { actIn } from "../../../../shared/log/notes/actNotes.ts";
import { modelReplyIn, type NotedReply } from "../../../../shared/log/notes/modelReplyNote.ts";
import { formatCount, formatMs } from "../../../messages/quantities.ts";
import { changesIn } from "./difference/listChanges.ts";
import { isTimeout, taskMethodOf } from "./entryRoles.ts";
import type { LogIndex } from "./logIndex.ts";
import { createRow, type Row, rowOf } from "./rows.ts";
import {
  failedState,
  listedText,
  notRestartedText,
  okState,
  type RowState,
  type Summary,
  taskSummary,
} from "./summaries.ts";
import { entryOf, isGroup, type RowGroup, type RowItem } from "./tree/rowGroup.ts";
import { verdictsIn } from "./tree/verdictCounts.ts";

/** The row of an exchange or of a run. */
export interface GroupRow extends Row {
  /** What it waits for, if its request is not answered. */
  readonly waitsFor: "connection" | "answer" | "response" | undefined;
  /** The entry whose size is shown. */
  readonly sized: Entry;
  /** How many rows are folded into a run. */
  readonly count: number | undefined;
  /** What was found while a connection was made, or why it was not. */
  readonly found?: string;
  /** What a restart changed in the lists of the server. */
  readonly changes?: readonly ListedChange[];
}

/**
 * Computes what the row of an exchange or of a run shows: the request, and how it went.
 * @param index has read the log at least up to the newest entry of the group
 */
export function groupRow(group: RowGroup, index: LogIndex): GroupRow {
  switch (group.kind) {
    case "setup":
      return setupRow(group, index);
    case "examination":
      return examinationRow(group, index);
    case "restart":
      return restartRow(group, index);
    case "turn":
      return turnRow(group, index);
    case "run":
      return runRow(group, index);
    case "exchange":
      return exchangeRow(group, index);
  }
}

/** Computes what the row of an exchange, a run or an entry shows. */
export function itemRow(item: RowItem, index: LogIndex): Row | undefined {
  return isGroup(item) ? groupRow(item, index) : rowOf(item, index);
}

/** Groups that end with an entry of their own. */
const wholeActs: ReadonlySet<RowGroup["kind"]> = new Set(["examination", "restart", "turn"]);

/**
 * When an exchange ended, as its row says it, for much less than the row itself costs.
 * @returns milliseconds of the log's clock; undefined while it goes on
 */
export function endOfExchange(group: RowGroup, index: LogIndex): number | undefined {
  if (wholeActs.has(group.kind)) return group.outcome?.at;
  if (waitsForOf(group, index)) return undefined;
  const { ms = 0, personMs = 0 } = durationOf(group, index);
  return group.time + ms + personMs;
}

/** A run is described by its newest row. */
function runRow(run: RowGroup, index: LogIndex): GroupRow {
  const newest = run.parts.at(-1) ?? run.head;
  const shown = itemRow(newest, index) ?? createRow("frame", {});
  const waitsFor = isGroup(newest) ? groupRow(newest, index).waitsFor : undefined;
  const methods = run.parts.slice(-maxLooked).map((part) => itemRow(part, index)?.method ?? "");
  const method = [...new Set(methods)].join(", ");
  const count = run.parts.length;
  return { ...shown, method, waitsFor, ms: undefined, sized: entryOf(newest), count };
}

/** How a connection was made: what was found, and how long all of it took. */
function setupRow(group: RowGroup, index: LogIndex): GroupRow {
  const { head, parts, hasFailed, time } = group;
  const row = rowOf(head, index) ?? createRow("connection", {});
  const readiness = index.readiness(head);
  const ends = parts.filter(isGroup).flatMap((part) => endOfExchange(part, index) ?? []);
  const ready = index.ready(head.connectionId);
  const end = Math.max(ready?.at ?? 0, ...ends);
  const words = hasFailed ? reasonOf(parts, index) : foundIn(parts, index);
  return {
    ...row,
    ...(hasFailed && !ready && { tone: "violation" as const, state: failedState }),
    ...(readiness && { ms: end - time - readiness.signInMs }),
    isNetworkTime: true,
    waitsFor: undefined,
    sized: head,
    count: undefined,
    found: words,
    changes: changesOfGroup(group),
  };
}

/** What came of the scenarios of an examination, and how long all of them took. */
function examinationRow(group: RowGroup, index: LogIndex): GroupRow {
  const { head, parts, outcome, hasFailed, time, findings } = group;
  const { counted, revisions } = verdictsIn(findings);
  const [revision, ...others] = revisions;
  const of = others.length > 0 ? formatCount(revisions.length, "revision") : revision;
  const isClosed = outcome?.kind === "connection" && outcome.phase === "closed";
  const reason = hasFailed ? reasonOf(parts, index) || "nothing could be examined" : "";
  return {
    ...createRow("connection", { summary: ["Examination", of].filter(Boolean).join(" · ") }),
    ...(hasFailed && { tone: "violation" as const, state: failedState }),
    ...(!outcome && { state: runningState }),
    ...(isClosed && { ms: outcome.at - time }),
    isNetworkTime: true,
    waitsFor: outcome ? undefined : "response",
    sized: head,
    count: undefined,
    found: reason || (outcome || findings.length > 0 ? counted : ""),
  };
}

/** A turn of a conversation: what was asked, and whether its last request was answered. */
function turnRow(group: RowGroup, index: LogIndex): GroupRow {
  const { head, parts, outcome, time, findings } = group;
  const [note] = findings;
  const newest = parts.findLast(isGroup);
  const last = newest && groupRow(newest, index);
  const hasFailed = last?.state?.kind === "failed";
  const waits = last?.waitsFor === "answer" ? last.state : undefined;
  return {
    ...createRow("connection", { summary: "Chat", ...(hasFailed && { tone: "violation" }) }),
    state: outcome ? (hasFailed ? failedState : okState) : (waits ?? runningState),
    ...(outcome && { ms: outcome.at - time }),
    isNetworkTime: true,
    waitsFor: outcome ? undefined : (last?.waitsFor ?? "response"),
    sized: newest ? entryOf(newest) : head,
    count: undefined,
    found: escapeHidden((note && actIn(note)?.text) ?? ""),
  };
}

/** What a restart changed in the lists of the server; none for any other group. */
export function changesOfGroup(group: RowGroup): readonly ListedChange[] {
  const { outcome, findings } = group;
  const isDone = outcome?.kind === "process" && outcome.event.kind === "restarted";
  return isDone ? outcome.event.changes : changesIn(findings);
}

/** What a tap did to start its server anew, and what is different since then. */
function restartRow(group: RowGroup, index: LogIndex): GroupRow {
  const { outcome, head } = group;
  const event = outcome?.kind === "process" ? outcome.event : undefined;
  const isDone = event?.kind === "restarted";
  const row = (outcome && rowOf(outcome, index)) ?? createRow("process", { tone: "quiet" });
  return {
    ...row,
    summary: isDone ? "Restarted" : event ? "Not restarted" : "Restarting",
    ...(group.hasFailed && { state: failedState }),
    ...(!event && { state: runningState }),
    ...(isDone && { ms: event.ms, changes: changesOfGroup(group) }),
    isNetworkTime: true,
    waitsFor: event ? undefined : "response",
    sized: head,
    count: undefined,
    found:
      event?.kind === "not-restarted"
        ? notRestartedText(event)
        : isDone && event.changes.length === 0
          ? "no change of its lists"
          : "",
  };
}

/** The words of the newest part that failed. */
function reasonOf(parts: readonly RowItem[], index: LogIndex): string {
  const rows = parts.flatMap((part) => itemRow(part, index) ?? []);
  const failed = rows.findLast(
    ({ tone, kinds }) => tone === "violation" && kinds[0] !== "connection",
  );
  return failed?.summary ?? "";
}

/** For example `initialize, 2 lists · 6 tools, 2 prompts`; the pages of a list are one list. */
function foundIn(parts: readonly RowItem[], index: LogIndex): string {
  const exchanges = parts.filter(isGroup).filter(({ kind }) => kind === "exchange");
  const methods = exchanges.map((part) => groupRow(part, index).method);
  const hello = ["initialize", "server/discover"].find((method) => methods.includes(method));
  const lists = [...new Set(methods.filter((method) => method.endsWith("/list")))];
  const counts = lists.flatMap((list) => {
    const pages = exchanges
      .filter((_, at) => methods[at] === list)
      .flatMap((exchange) => listedIn(exchange) ?? []);
    if (pages.length === 0) return [];
    return listedText(
      pages.reduce((sum, page) => sum + page, 0),
      list,
    );
  });
  const steps = [hello, lists.length > 0 && formatCount(lists.length, "list")].filter(Boolean);
  return [steps.join(", "), counts.join(", ")].filter(Boolean).join(" · ");
}

/** How many items the answer of an exchange lists; undefined if it lists none. */
function listedIn({ outcome }: RowGroup): number | undefined {
  if (outcome?.kind !== "message") return undefined;
  const [head] = outcome.heads;
  return head?.kind === "result" ? head.listed : undefined;
}

function exchangeRow(group: RowGroup, index: LogIndex): GroupRow {
  const { head, outcome } = group;
  const asked = rowOf(head, index) ?? createRow("frame", {});
  const ended = outcome && rowOf(outcome, index);
  const waitsFor = waitsForOf(group, index);
  const isBatch = head.kind === "message" && head.batch;
  const shown =
    endByClient(group, index) ??
    (waitsFor ? waitingSummary(group, waitsFor, index) : endOfTask(group)) ??
    replyOfModel(group) ??
    (ended && !isBatch ? ended : undefined) ??
    asked;
  return {
    ...asked,
    summary: shown.summary,
    tone: isBatch && ended ? ended.tone : shown.tone,
    state: waitsFor
      ? (shown.state ?? runningState)
      : (stateOf(head, shown, ended, index) ?? lostState(group, index)),
    status: ended?.status ?? asked.status,
    ...(waitsFor ? {} : durationOf(group, index)),
    waitsFor,
    sized: outcome && outcome.size > 0 ? outcome : head,
    count: undefined,
  };
}

/** What a model answered, which is more than the status of its response. */
function replyOfModel({ findings }: RowGroup): Summary | undefined {
  // a recording may have any number of notes
  const reply = findings.slice(-maxLooked).map(modelReplyIn).findLast(Boolean);
  return reply && { summary: replyText(reply), tone: "plain", state: okState };
}

/** For example `asks for 2 tools · 1,204 + 33 tokens`. */
function replyText({ calls, inputTokens, outputTokens }: NotedReply): string {
  const words = calls > 0 ? `asks for ${formatCount(calls, "tool")}` : "answers";
  const counts = [inputTokens, outputTokens].flatMap((count) =>
    count === undefined ? [] : [count.toLocaleString("en")],
  );
  return counts.length > 0 ? `${words} · ${counts.join(" + ")} tokens` : words;
}

/** How a task ended whose result was not read, such as one that was cancelled. */
function endOfTask(group: RowGroup): Summary | undefined {
  const { task } = group;
  return becameTask(group) && isEndedTask(task?.status ?? "")
    ? task && taskSummary(task)
    : undefined;
}

/** Whether the newest answer of an exchange is the state of the task that it became. */
function becameTask({ head, outcome }: RowGroup): boolean {
  if (taskMethodOf(head) !== undefined || outcome?.kind !== "message") return false;
  return outcome.heads.some((one) => "task" in one);
}

/** How the client ended a request that was not answered. */
function endByClient(group: RowGroup, index: LogIndex): Summary | undefined {
  const end = endOfRequest(group, index);
  return end && { summary: "", tone: "quiet", state: { kind: "note", words: end.words } };
}

const runningState: RowState = { kind: "running", words: "no response yet" };

/** The shortest time in a queue that a row tells, in milliseconds. */
const toldWait = 500;

/** The state of an exchange that waits for nothing. */
function stateOf(
  head: Entry,
  shown: Summary,
  ended: Row | undefined,
  index: LogIndex,
): RowState | undefined {
  const state = shown.state ?? ended?.state;
  const waitedMs = index.pair(head.seq)?.waitedMs ?? 0;
  if (state?.kind !== "ok" || waitedMs < toldWait) return state;
  return { kind: "queued", words: `queued ${formatMs(waitedMs)}` };
}

/** The state of a request whose server ended before it answered. */
function lostState({ head, outcome }: RowGroup, index: LogIndex): RowState | undefined {
  const isLost = head.kind === "message" && !outcome && index.hasCrashed(head.connectionId);
  return isLost ? { kind: "failed", words: "process ended" } : undefined;
}

function waitsForOf(group: RowGroup, index: LogIndex): GroupRow["waitsFor"] {
  const { head, task, parts } = group;
  if (index.isQueued(head)) return "connection";
  if (group.cancelledBy !== undefined) return undefined;
  const isTaskOpen = becameTask(group) && task?.status !== undefined && !isEndedTask(task.status);
  if (!isTaskOpen && !index.isOpen(head)) return undefined;
  if (head.kind === "app") return "response";
  // what another client was asked does not wait for this user
  if (index.source(head.connectionId) !== undefined) return "response";
  if (head.direction === "in" && !isTaskOpen) return "answer";
  const asks = (part: RowItem) =>
    isGroup(part) && part.head.direction !== head.direction && index.isOpen(part.head);
  return parts.slice(-maxLooked).some(asks) ? "answer" : "response";
}

/** The newest parts of an exchange among which its state is looked for. */
const maxLooked = 100;

function waitingSummary(
  { task, parts, head }: RowGroup,
  waitsFor: NonNullable<GroupRow["waitsFor"]>,
  index: LogIndex,
): Summary | undefined {
  if (waitsFor === "connection") {
    const isSignIn = head.kind === "message" && head.queued === "credentials";
    const reason = isSignIn ? "waits for credentials" : "no free connection";
    return { summary: reason, tone: "warning", state: { kind: "queued", words: "queued" } };
  }
  if (waitsFor === "answer") {
    return { summary: "", tone: "plain", state: { kind: "waits", words: "waits for you" } };
  }
  if (task?.status !== undefined) return taskSummary(task, true);
  const isProgress = (entry: Entry) =>
    entry.kind === "message" &&
    entry.heads.some((one) => one.kind === "notification" && one.progress !== undefined);
  const newest = parts.slice(-maxLooked).findLast((part) => isProgress(entryOf(part)));
  return newest && itemRow(newest, index);
}

/** How and when the client ended a request that was not answered; undefined if it did not. */
export function endOfRequest(
  { head, outcome, cancelledBy }: RowGroup,
  index: LogIndex,
): RequestEnd | undefined {
  if (outcome?.kind === "message") return undefined;
  const at =
    cancelledBy?.at ?? (isSent(head) ? index.disconnectedAt(head.connectionId) : undefined);
  if (at === undefined) return undefined;
  if (cancelledBy && isTimeout(cancelledBy)) return { at, words: "timed out" };
  const isLeft = cancelledBy === undefined || index.exchange(head)?.end?.code === "closed";
  return { at, words: isLeft ? "disconnected" : "cancelled" };
}

function isSent(head: Entry): boolean {
  return head.kind === "message" && head.direction === "out";
}

interface RequestEnd {
  /** Milliseconds of the log's clock. */
  readonly at: number;
  readonly words: "timed out" | "disconnected" | "cancelled";
}

/**
 * How long the exchange took since it was sent: until its answer, for a task until its result, both
 * without the time in which the server waited for a person; for a request that was cancelled until
 * then, and for one without a message until its response ended.
 */
function durationOf(group: RowGroup, index: LogIndex): Partial<Row> {
  const { head, outcome, time } = group;
  const pair = index.pair(head.seq);
  if (pair && (!outcome || outcome.seq === pair.other)) {
    const { ms, personMs, readMs } = pair;
    return { ms, ...(personMs !== undefined && { personMs }), isNetworkTime: readMs !== undefined };
  }
  const byClient = endOfRequest(group, index);
  if (byClient) return { ms: byClient.at - time, isNetworkTime: true };
  if (outcome?.kind === "message") {
    const personMs = isSent(head) ? index.personMs(head.connectionId, time, outcome.at) : 0;
    const isNetworkTime = outcome.readAt !== undefined;
    const ms = outcome.at - time - personMs;
    return { ms, ...(personMs > 0 && { personMs }), isNetworkTime };
  }
  const { response, end } = index.exchange(head) ?? {};
  if (!end) return {};
  const sentAt = response?.startedAt;
  return { ms: end.at - (sentAt ?? time), isNetworkTime: sentAt !== undefined };
}
