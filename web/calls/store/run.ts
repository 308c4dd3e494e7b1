/** A run of an item: in progress, or how it ended. */
import type { CallTimes } from "../../../shared/client/callTimes.ts";
import type { TextOutcome } from "../../../shared/client/session/outcome.ts";
import type { Progress } from "../../../shared/client/session/progress.ts";
import type { TaskState } from "../../../shared/client/tasks/taskState.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
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

/** What the time of a run was spent on; milliseconds since it began. */
export interface RunTimes extends CallTimes {
  /** When progress was reported, the first of them only. */
  readonly progress: readonly number[];
}

export type DoneRun = Extract<Run, { kind: "done" }>;

/** Whether a call ended with a result that is not an error of the tool. */
export function isGoodResult({ outcome }: DoneRun): boolean {
  return outcome.kind === "result" && getOwn(outcome.value, "isError") !== true;
}

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
