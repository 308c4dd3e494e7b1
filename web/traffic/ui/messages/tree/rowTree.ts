/** Arranges log entries as rows: one per exchange, with its parts and runs of similar messages folded into it. */

import {
  type ConnectionEntry,
  type Entry,
  idKey,
  type MessageEntry,
} from "../../../../../shared/log/entry.ts";
import { listChangeCode, modelReplyCode } from "../../../../../shared/log/notes/noteCodes.ts";
import type { MessageHead } from "../../../../../shared/protocol/jsonRpc.ts";
import {
  beginsExchange,
  cancels,
  carriesTask,
  mayAsk,
  outcomeIn,
  rankOf,
  taskIn,
  taskMethodOf,
} from "../entryRoles.ts";
import type { LogIndex } from "../logIndex.ts";
import { createActs } from "./acts.ts";
import { createSetups, failsSetup } from "./connectionSetup.ts";
import { createExaminationRows } from "./examinationRows.ts";
import { type GrowingGroup as Group, newGroup, touch } from "./growingGroup.ts";
import { isGroup, type RowGroup, type RowItem, timeOf } from "./rowGroup.ts";
import { runKey } from "./runKey.ts";
import { createTapRestarts } from "./tapRestarts.ts";

export interface RowTree {
  /** The rows that are not part of another one, in the order of their times. */
  readonly top: readonly RowItem[];
  /**
   * Adds an entry.
   * @param hasRow whether it has a row; entries without one may still change the row of their exchange
   * @param isShown whether it passes the filter
   */
  add(entry: Entry, hasRow: boolean, isShown: boolean): void;
  /** The exchanges that an entry with a row is a part of, the innermost first. */
  exchangesOf(entry: Entry): readonly RowGroup[];
  /** The exchange that an entry begins. */
  exchangeAt(entry: Entry): RowGroup | undefined;
}

/** @param index must have processed an entry before it is added */
export function createRowTree(index: LogIndex): RowTree {
  const top: RowItem[] = [];
  /** Rows of recordings, which are before all others. */
  let recorded = 0;
  /** The groups that have a row. */
  const shown = new Set<Group>();
  /** The newest top-level row of each connection. */
  const lastOf = new Map<string, RowItem>();
  const byHead = new Map<number, Group>();
  const byExchange = new Map<string, Group>();
  const byId = new Map<string, Group>();
  const byToken = new Map<string, Group>();
  const byTask = new Map<string, Group>();
  /** The notifications of states of tasks that no exchange has become yet, by connection and task. */
  const earlyStates = new Map<string, Entry[]>();
  /** The calls of each connection that are not answered. */
  const openCalls = new Map<string, Set<Group>>();
  const setups = createSetups(index);
  const setupGroups = new Map<string, Group>();
  /** The groups of what belongs to no exchange, by number. */
  const inSection = new Map<number, Group>();
  const examinations = createExaminationRows();
  const restarts = createTapRestarts();
  const acts = createActs((seq) => {
    const entry = index.entry(seq);
    return byHead.get(seq) ?? (entry && parentInExchange(entry));
  });

  const isRecorded = (item: RowItem) =>
    index.isRecorded((isGroup(item) ? item.head : item).connectionId);

  /** Inserts a row by its time; rows of the same time keep the order of the log. */
  const place = (rows: RowItem[], item: RowItem) => {
    const isTop = rows === top;
    const isOld = isTop && isRecorded(item);
    const from = isTop && !isOld ? recorded : 0;
    let at = isOld ? recorded : rows.length;
    const time = timeOf(item);
    while (at > from && timeOf(rows[at - 1] as RowItem) > time) at--;
    if (at === rows.length) rows.push(item);
    else rows.splice(at, 0, item);
    if (isOld) recorded++;
  };

  /** The group that an entry is a part of. */
  const parentOf = (entry: Entry): Group | undefined =>
    inSection.get(entry.seq) ?? parentInExchange(entry) ?? acts.of(entry) ?? examinationOf(entry);

  const examinationOf = (entry: Entry): Group | undefined => {
    const examination = examinations.of(entry.connectionId);
    return examination?.head === entry ? undefined : examination;
  };

  const parentInExchange = (entry: Entry): Group | undefined => {
    const own = entry.exchangeId === undefined ? undefined : byExchange.get(entry.exchangeId);
    if (entry.kind === "app") {
      return byHead.get(index.pair(entry.seq)?.other ?? -1) ?? byHead.get(entry.about ?? -1);
    }
    if (entry.kind !== "message") return own;
    for (const head of entry.heads) {
      const found = parentOfHead(entry, head, own);
      if (found) return found;
    }
    return entry.direction === "in" ? own : undefined;
  };

  const parentOfHead = (
    { connectionId, direction, seq }: MessageEntry,
    head: MessageHead,
    own: Group | undefined,
  ): Group | undefined => {
    const opposite = direction === "out" ? "in" : "out";
    switch (head.kind) {
      case "result":
      case "error": {
        const pair = index.pair(seq);
        return pair && byHead.get(pair.other);
      }
      case "request": {
        const task = head.task && byTask.get(`${connectionId} ${head.task.id}`);
        if (task || direction === "out") return task;
        const open = [...(openCalls.get(connectionId) ?? [])];
        return own ?? (open.length === 1 ? open[0] : undefined);
      }
      case "notification": {
        const { requestId, progressToken, task } = head;
        if (requestId !== undefined)
          return byId.get(`${connectionId} ${direction} ${idKey(requestId)}`);
        if (progressToken !== undefined) {
          return byToken.get(`${connectionId} ${opposite} ${idKey(progressToken)}`);
        }
        return task && byTask.get(`${connectionId} ${task.id}`);
      }
      default:
        return undefined;
    }
  };

  const register = (group: Group, entry: Entry) => {
    byHead.set(entry.seq, group);
    if (entry.exchangeId !== undefined && entry.direction === "out") {
      byExchange.set(entry.exchangeId, group);
    }
    if (entry.kind !== "message") return;
    const { connectionId, direction } = entry;
    for (const head of entry.heads) {
      if (head.kind !== "request") continue;
      byId.set(`${connectionId} ${direction} ${idKey(head.id)}`, group);
      if (head.progressToken !== undefined) {
        byToken.set(`${connectionId} ${direction} ${idKey(head.progressToken)}`, group);
      }
      if (direction === "out" && mayAsk(head.method)) {
        const open = openCalls.get(connectionId) ?? new Set();
        openCalls.set(connectionId, open.add(group));
      }
    }
  };

  /** Notes what an entry says about the exchange that it is a part of. */
  const describe = (group: Group, entry: Entry) => {
    const outcome = outcomeIn(entry);
    if (outcome && (group.outcome === undefined || rankOf(entry) >= rankOf(group.outcome))) {
      group.outcome = entry;
    }
    const isCut = entry.kind === "http-end" && group.outcome?.kind === "message";
    if (cancels(entry) && !isCut) {
      group.cancelledBy ??= entry;
      openCalls.get(group.head.connectionId)?.delete(group);
    }
    noteTask(group, entry);
    const isAnswered = entry.kind === "message" && index.pair(entry.seq)?.other === group.head.seq;
    if (isAnswered || entry.kind === "http-end") {
      openCalls.get(group.head.connectionId)?.delete(group);
    }
    touch(group);
  };

  const noteTask = (group: Group, entry: Entry) => {
    const task = taskIn(entry);
    if (task?.status === undefined) return;
    group.task = task;
    const key = `${entry.connectionId} ${task.id}`;
    // what only asks for a task has not created it
    if (byTask.has(key) || taskMethodOf(group.head) !== undefined) return;
    byTask.set(key, group);
    const early = earlyStates.get(key);
    earlyStates.delete(key);
    if (early) adopt(group, early);
  };

  /** Moves states of a task that were notified before its call was answered to that call. */
  const adopt = (group: Group, early: readonly Entry[]) => {
    const moved = new Set<RowItem>(early);
    const { connectionId } = group.head;
    const rest = top.flatMap((item) => {
      const own = isGroup(item) && item.kind === "run" ? (item as Group) : undefined;
      if (!own?.parts.some((part) => moved.has(part))) return moved.has(item) ? [] : [item];
      own.parts = own.parts.filter((part) => !moved.has(part));
      touch(own);
      const left = own.parts.length > 1 ? [own] : own.parts;
      if (lastOf.get(connectionId) === own && left[0]) lastOf.set(connectionId, left[0]);
      return left;
    });
    const last = lastOf.get(connectionId);
    if (last && !rest.includes(last)) lastOf.delete(connectionId);
    for (const [at, item] of rest.entries()) top[at] = item;
    top.length = rest.length;
    for (const entry of early) {
      attach(group, entry, connectionId);
      noteTask(group, entry);
    }
  };

  /** Adds a row to others, folded into the last one where both are alike. */
  const insert = (rows: RowItem[], item: RowItem, last: RowItem | undefined): RowItem => {
    const keyOf = (row: RowItem) => runKey(isGroup(row) ? row.head : row, isGroup(row), index);
    const key = keyOf(item);
    if (last && key !== undefined && key === keyOf(last)) {
      if (last.kind === "run") {
        const run = last as Group;
        place(run.parts, item);
        if (isGroup(item)) (item as Group).run = run;
        touch(run);
        return run;
      }
      const run = newGroup("run", isGroup(last) ? last.head : last, undefined);
      run.time = timeOf(last);
      for (const part of [last, item]) {
        place(run.parts, part);
        if (isGroup(part)) (part as Group).run = run;
      }
      rows[rows.lastIndexOf(last)] = run;
      return run;
    }
    place(rows, item);
    return item;
  };

  const attach = (parent: Group | undefined, item: RowItem, connectionId: string) => {
    if (!parent) {
      lastOf.set(connectionId, insert(top, item, lastOf.get(connectionId)));
      return;
    }
    insert(parent.parts, item, parent.parts.at(-1));
    touch(parent);
  };

  /** Begins the group of a connection, with the end of the one that it replaces. */
  const beginSection = (entry: ConnectionEntry, isShown: boolean) => {
    const group = newGroup("setup", entry, undefined);
    group.isHeadShown = isShown;
    setupGroups.set(entry.connectionId, group);
    for (const one of setups.begin(entry)) {
      const at = top.lastIndexOf(one);
      if (at < 0) continue;
      top.splice(at, 1);
      if (isRecorded(one)) recorded--;
      if (lastOf.get(one.connectionId) === one) lastOf.delete(one.connectionId);
      group.time = Math.min(group.time, one.at);
      group.isAgain = true;
      inSection.set(one.seq, group);
      place(group.parts, one);
    }
    if (isShown) show(group);
  };

  const noteListChange = (entry: Entry) => {
    if (entry.kind !== "finding" || entry.code !== listChangeCode) return;
    const group = setupGroups.get(entry.connectionId);
    group?.findings.push(entry);
    if (group) touch(group);
  };

  const noteReply = (entry: Entry) => {
    if (entry.kind !== "finding" || entry.code !== modelReplyCode) return;
    const group = byHead.get(entry.about ?? -1);
    if (group?.head.kind !== "http-request") return;
    group.findings.push(entry);
    touch(group);
  };

  /** @returns whether an examination begins with the entry */
  const beginExamination = (entry: ConnectionEntry, isShown: boolean): boolean => {
    const group = examinations.begin(entry);
    if (!group) return false;
    group.isHeadShown = isShown;
    if (isShown) show(group);
    return true;
  };

  /** Puts a group that has something to show into its place. */
  const show = (group: Group) => {
    if (shown.has(group)) return;
    shown.add(group);
    if (group.parent) show(group.parent);
    attach(group.parent, group, group.head.connectionId);
  };
  /** Moves a request that was queued to the time at which it was sent. */
  const moveToStart = (group: Group, at: number) => {
    group.time = at;
    touch(group);
    const rows = group.parent ? group.parent.parts : top;
    const from = rows.lastIndexOf(group);
    if (from < 0) return;
    rows.splice(from, 1);
    if (rows === top && isRecorded(group)) recorded--;
    place(rows, group);
  };

  return {
    top,
    add(entry, hasRow, isShown) {
      if (entry.kind === "http-start") {
        const group = parentOf(entry);
        const isQueued = group?.head.kind === "message" && group.head.queued !== undefined;
        if (group && isQueued) moveToStart(group, entry.at);
        return;
      }
      const isHeading = index.headings().get(entry.connectionId) === entry.seq;
      if (entry.kind === "connection" && isHeading && hasRow) {
        if (!index.isExamination(entry)) return beginSection(entry, isShown);
        if (beginExamination(entry, isShown)) return;
      }
      examinations.note(entry);
      noteListChange(entry);
      noteReply(entry);
      acts.note(entry, isShown);
      const ended = restarts.end(entry);
      if (ended) {
        ended.isHeadShown = isShown;
        if (isShown) show(ended);
        return;
      }
      const exchange = parentInExchange(entry);
      const isOfSetup = !exchange && setups.has(entry);
      const replacement = exchange ? undefined : setups.replacementOf(entry);
      const setup = isOfSetup
        ? setupGroups.get(entry.connectionId)
        : setupGroups.get(replacement ?? "");
      const section = setup ?? (exchange ? undefined : restarts.of(entry));
      if (section) inSection.set(entry.seq, section);
      const parent = exchange ?? section ?? acts.of(entry) ?? examinationOf(entry);
      if (beginsExchange(entry)) {
        const group = newGroup("exchange", entry, parent);
        group.isHeadShown = isShown;
        register(group, entry);
        if (isShown) show(group);
        return;
      }
      // what an app says is not how the call of its tool went
      if (section) {
        if (setup && !replacement && failsSetup(entry)) setup.hasFailed = true;
        touch(section);
      } else if (exchange && (entry.kind !== "app" || exchange.head.kind === "app")) {
        describe(exchange, entry);
        // the state and the result of a task are those of the call that became the task
        const method = taskMethodOf(exchange.head) ?? "";
        const call = exchange.parent?.kind === "exchange" ? exchange.parent : undefined;
        if (call && carriesTask(method)) describe(call, entry);
        if (call && method === "tasks/cancel") noteTask(call, entry);
        if (entry.direction === "out" && entry.exchangeId !== undefined) {
          byExchange.set(entry.exchangeId, exchange);
        }
      }
      if (!hasRow || !isShown) return;
      if (parent) show(parent);
      attach(parent, entry, entry.connectionId);
      if (!parent) setups.noteEnd(entry);
      const task = parent ? undefined : taskIn(entry);
      if (!task) return;
      const key = `${entry.connectionId} ${task.id}`;
      const early = earlyStates.get(key) ?? [];
      early.push(entry);
      earlyStates.set(key, early);
    },
    exchangeAt: (entry) => byHead.get(entry.seq),
    exchangesOf(entry) {
      const own = byHead.get(entry.seq);
      const found: Group[] = [];
      let group = own ? own.parent : parentOf(entry);
      for (; group; group = group.parent) found.push(group);
      return found;
    },
  };
}
