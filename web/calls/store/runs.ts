/** Runs items: the recent runs of each item of a server, in progress, or how they ended. */
import { createStore } from "zustand/vanilla";
import { isSingleRequest, timesAfter } from "../../../shared/client/callTimes.ts";
import type { Connected } from "../../../shared/client/connected.ts";
import { withNewId } from "../../../shared/client/session/composeMessage.ts";
import type { TextOutcome } from "../../../shared/client/session/outcome.ts";
import type { Progress } from "../../../shared/client/session/progress.ts";
import type { TaskState } from "../../../shared/client/tasks/taskState.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import type { Initiator } from "../../../shared/log/entry.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { type CallsState, callsOf, withCall, withoutServer } from "./calls.ts";
import type { PersistedTask, PersistedTasks } from "./persistedTasks.ts";
import type { DoneRun, Run, RunBase, RunTimes } from "./run.ts";

/** The item and connection of a run, and where its task is persisted. */
export interface RunContext {
  readonly serverId: string;
  /** The item's key. */
  readonly key: string;
  readonly initiator: Initiator;
  readonly client: Connected;
  readonly tasks: PersistedTasks;
  /** Overrides the timeouts of the connection, in milliseconds. */
  readonly limits?: { readonly timeoutMs?: number; readonly maximumMs?: number };
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** Called with the number of the request in the log, before it is answered. */
  readonly onRequest?: (seq: number) => void;
}

/** What changes while a run is in progress. */
type RunChange = Partial<Extract<Run, { kind: "running" }>>;

/** A run whose request can be sent again. */
type RepeatableRun = Run & { readonly text: string };

export interface Runs extends ReadableStore<CallsState> {
  /**
   * Sends the text of a request, handles input requests and tasks, and updates the state until the
   * run
   * has ended.
   * @param text sent unchanged, except for line breaks over stdio
   * @param before the result of the same request that this one is compared with
   * @returns its entry in the log, and how it ended
   */
  start(
    context: RunContext,
    text: string,
    before?: DoneRun,
  ): Promise<{ readonly seq: number; readonly outcome: TextOutcome }>;
  /**
   * Resumes polling a task that was created before a reload.
   * @param now milliseconds on the tab's clock
   */
  resume(context: Omit<RunContext, "initiator">, task: PersistedTask, now: number): Promise<void>;
  /** Sends a run's request again, with an id of the new connection. */
  repeat(context: RunContext, run: RepeatableRun): Promise<unknown>;
  /** Adds results of an earlier page or of a recording, in the order in which they began. */
  restore(serverId: string, restored: Iterable<readonly [key: string, run: DoneRun]>): void;
  /** Removes the runs of a server. */
  clear(serverId: string): void;
}

export function createRuns(clock: Pick<Clock, "now">): Runs {
  const store = createStore<CallsState>(() => new Map());
  const add = (serverId: string, key: string, run: Run) =>
    store.setState((all) => withCall(all, serverId, key, run), true);

  /** Updates a run's state while it is in progress, and persists its task. */
  const watchRun = (
    { serverId, key, tasks }: Pick<RunContext, "serverId" | "key" | "tasks">,
    request: Pick<RunBase, "seq" | "text" | "before" | "initiator" | "connectionId">,
  ) => {
    // Sequence numbers cannot identify runs, because a resumed task has no request in this log.
    const mark = Symbol(key);
    const by = request.initiator ? { initiator: request.initiator } : {};
    const base = { ...request, mark };
    const isNewest = () => runOf(store.getState(), serverId, key)?.mark === mark;
    const isKnown = () => callsOf(store.getState(), serverId, key).some((run) => run.mark === mark);
    let latest: Run | undefined;
    const set = (run: Run) => {
      // what ends after its server was closed does not bring it back
      if (latest === undefined || isKnown()) add(serverId, key, run);
      latest = run;
    };
    const update = (change: RunChange, at = clock.now()) => {
      if (latest?.kind !== "running") return;
      set({ ...latest, ...change, times: runTimesAfter(latest, change, at) });
    };
    return {
      /** @param known what became known before the run could begin */
      begin: (startedAt: number, cancel: () => void, known: RunChange = {}) =>
        set({
          kind: "running",
          ...base,
          startedAt,
          progress: undefined,
          task: undefined,
          cancel,
          ...known,
        }),
      update,
      running: () => (latest?.kind === "running" ? latest : undefined),
      onTask(task: TaskState) {
        // only the newest is restored after a reload
        if (isNewest()) tasks.keep(key, { ...task, ...by });
        const passed = latest?.taskStatuses ?? [];
        const taskStatuses = passed.at(-1) === task.status ? passed : [...passed, task.status];
        update({ task, taskStatuses });
      },
      end(startedAt: number, outcome: DoneRun["outcome"], isSingle: boolean) {
        // A task outlives the connection it was polled over; a reload aborts requests as network
        // failures.
        const isCutOff =
          outcome.kind === "failed" && ["closed", "network"].includes(outcome.failure.code);
        if (!isCutOff && isNewest()) tasks.forget(key);
        const { task, taskStatuses = [], times } = latest ?? {};
        const ofTask = task && { task, taskStatuses };
        const spent = times && { times };
        const endedAt = clock.now();
        set({ kind: "done", ...base, startedAt, endedAt, outcome, isSingle, ...ofTask, ...spent });
      },
    };
  };

  const start: Runs["start"] = async (context, text, before) => {
    let watched: ReturnType<typeof watchRun> | undefined;
    let known: RunChange = {};
    const update = (change: RunChange, at?: number) => {
      if (watched) watched.update(change, at);
      else known = { ...known, ...change };
    };
    const { initiator } = context;
    const { entry, done, cancel } = context.client.run(text, {
      initiator,
      onTask: (task) => watched?.onTask(task),
      onProgress: (progress) => update({ progress }),
      onQueued: (queued) => update({ queued }),
      onSent: (sentAt) => update({ queued: undefined, sentAt, pausedMs: 0 }),
      onPause(isPaused, at) {
        const { pausedAt, pausedMs = 0 } = watched?.running() ?? known;
        if (isPaused) return update({ pausedAt: pausedAt ?? at }, at);
        if (pausedAt === undefined) return;
        update({ pausedAt: undefined, pausedMs: pausedMs + at - pausedAt }, at);
      },
      ...(context.limits && { limits: context.limits }),
      ...(context.signal && { signal: context.signal }),
    });
    watched = watchRun(context, {
      seq: entry.seq,
      text,
      initiator,
      connectionId: entry.connectionId,
      ...(before ? { before } : {}),
    });
    watched.begin(entry.at, cancel, known);
    context.onRequest?.(entry.seq);
    const outcome = await done;
    watched.end(entry.at, outcome, isSingleRequest(entry, outcome));
    return { seq: entry.seq, outcome };
  };

  return {
    ...toReadable(store),
    start,
    async resume(context, { initiator, ...task }, now) {
      const by = initiator ? { initiator } : {};
      const control = new AbortController();
      const watched = watchRun(context, { seq: resumedSeq, text: undefined, ...by });
      watched.begin(now, () => control.abort());
      const { onTask, update } = watched;
      const onProgress = (progress: Progress) => update({ progress });
      const options = { ...by, onProgress, onTask, signal: control.signal };
      watched.end(now, await context.client.follow(task, options), false);
    },
    repeat(context, run) {
      // Only the latest of the previous results is kept; a cancelled run has none.
      const { before: earlier, ...own } = run;
      const isAnswered =
        own.kind === "done" && (own.outcome.kind === "result" || own.outcome.kind === "error");
      const text = withNewId(run.text, context.client.session.nextId());
      return start(context, text, isAnswered ? own : earlier);
    },
    restore(serverId, restored) {
      for (const [key, run] of restored) add(serverId, key, run);
    },
    clear(serverId) {
      store.setState((all) => withoutServer(all, serverId), true);
    },
  };
}

/** Reports of progress whose times are kept. */
const maxReports = 200;

/** The times of a run after a change at `now`. */
function runTimesAfter(
  run: Extract<Run, { kind: "running" }>,
  change: RunChange,
  now: number,
): RunTimes {
  const { startedAt, times } = run;
  const { progress = [] } = times ?? {};
  const at = now - startedAt;
  const after = {
    ...(change.sentAt !== undefined && { sent: change.sentAt - startedAt }),
    ...("pausedAt" in change && { isPaused: change.pausedAt !== undefined }),
  };
  return {
    ...timesAfter(times, after, at),
    progress: change.progress && progress.length < maxReports ? [...progress, at] : progress,
  };
}

/** The newest run of an item. */
export function runOf(state: CallsState, serverId: string, key: string): Run | undefined {
  return callsOf(state, serverId, key).at(-1);
}

/** The newest run of a server that can be repeated, with its key. */
export function lastRun(
  state: CallsState,
  serverId: string,
): readonly [key: string, run: RepeatableRun] | undefined {
  let last: readonly [key: string, run: RepeatableRun] | undefined;
  for (const [key, runs] of state.get(serverId) ?? []) {
    const run = runs.at(-1);
    if (run?.text === undefined || (last && last[1].seq > run.seq)) continue;
    last = [key, { ...run, text: run.text }];
  }
  return last;
}

/** Its request was logged before a reload. */
const resumedSeq = -1;
