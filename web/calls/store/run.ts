/** A run of an item: in progress, or how it ended. */
import type { TextOutcome } from "../../../shared/client/operation.ts";
import type { Progress } from "../../../shared/client/session/progress.ts";
import type { TaskState } from "../../../shared/client/tasks/taskState.ts";
import type { Initiator, QueueReason } from "../../../shared/log/entry.ts";

export type Run = RunBase &
  (
    | {
        readonly kind: "running";
        readonly progress: Progress | undefined;
        /** Why its request has not been sent yet; undefined once it is. */
        readonly queued?: QueueReason | undefined;
        /** When its request was sent, if it was queued before or sent again; milliseconds of the tab's clock. */
        readonly sentAt?: number;
        /** Since when its timeout is paused, because a person is asked. */
        readonly pausedAt?: number | undefined;
        /** Milliseconds of earlier pauses since its request was sent. */
        readonly pausedMs?: number;
        /** The task that the server created for it, if any. */
        readonly task: TaskState | undefined;
        /** The states that the task has passed, the newest one last. */
        readonly taskStatuses?: readonly string[];
        cancel(): void;
      }
    | {
        readonly kind: "done";
        /** Whether it took a single request. */
        readonly isSingle: boolean;
        /** The last known state of its task. */
        readonly task?: TaskState;
        readonly taskStatuses?: readonly string[];
        /** When it ended, in milliseconds of the tab's clock; absent for calls of an earlier page. */
        readonly endedAt?: number;
        /** `reloaded` if the page was left before the call ended. */
        readonly outcome: TextOutcome | { readonly kind: "reloaded" };
      }
  );

/**
 * Milliseconds of what a call does now: since when it is queued, since when it waits for a person, or
 * for how long it has waited for the server.
 * @param now milliseconds of the tab's clock
 */
export function elapsedMs(run: Extract<Run, { kind: "running" }>, now: number): number {
  const { startedAt, sentAt = startedAt, queued, pausedAt, pausedMs = 0 } = run;
  const from = queued ? startedAt : (pausedAt ?? sentAt + pausedMs);
  return Math.max(0, now - from);
}

/**
 * Milliseconds that a call took: since its request was sent, until its last answer, or until it
 * failed or was cancelled, without the time that it waited for a person. Every screen that shows the
 * duration of a call shows this one.
 * @returns undefined where nothing could be answered, or the page was left
 */
export function tookMs(done: DoneRun): number | undefined {
  const { outcome, isSingle, startedAt, endedAt, task, times } = done;
  const between = (end: number) =>
    Math.max(0, end - startedAt - (times?.sent ?? 0) - personMs(done));
  if ("answer" in outcome) return isSingle ? outcome.answer.ms : between(outcome.answer.entry.at);
  if (!("ms" in outcome)) return undefined;
  return task && endedAt !== undefined ? between(endedAt) : outcome.ms;
}

/** Milliseconds that a call waited for a person, sign-ins included. */
export function personMs({ startedAt, endedAt, times }: DoneRun): number {
  const end = endedAt === undefined ? undefined : endedAt - startedAt;
  return (times?.waits ?? []).reduce((sum, { from, to = end ?? from }) => sum + to - from, 0);
}

/** What the time of a run was spent on; milliseconds since it began. */
export interface RunTimes {
  /** When its request was sent, if it was queued before. */
  readonly sent?: number;
  /** When it waited for the user; the last one may not have ended. */
  readonly waits: readonly { readonly from: number; readonly to?: number }[];
  /** When progress was reported, the first of them only. */
  readonly progress: readonly number[];
}

export type DoneRun = Extract<Run, { kind: "done" }>;

export interface RunBase {
  /** The log entry of the request; negative if this page's log has none. */
  readonly seq: number;
  /** Distinguishes runs of the same item. */
  readonly mark: symbol;
  /** The connection that sent it; absent for calls of an earlier page and of recordings. */
  readonly connectionId?: string;
  /** The request as sent; undefined if it was sent before a reload. */
  readonly text: string | undefined;
  readonly startedAt: number;
  /** Who called; absent where nobody knows, as for older calls. */
  readonly initiator?: Initiator;
  readonly times?: RunTimes;
  /** The result of the same request before the server was restarted, or the resource changed. */
  readonly before?: DoneRun;
}
