/** Measures how long a call takes, its input rounds and its task included. */
import type { Clock } from "../core/clock.ts";
import type { MessageEntry } from "../log/entry.ts";
import type { CallOptions } from "./session/call.ts";
import type { TextOutcome } from "./session/outcome.ts";

/** What the time of a call was spent on; milliseconds since it began. */
export interface CallTimes {
  /** When its request was sent, if it was queued before or sent again. */
  readonly sent?: number;
  /** When it waited for the user; the last one may not have ended. */
  readonly waits: readonly { readonly from: number; readonly to?: number }[];
}

interface EndedCall {
  readonly startedAt: number;
  /** Absent for calls of an earlier page. */
  readonly endedAt?: number | undefined;
  readonly times?: CallTimes | undefined;
  /** Whether it took a single request. */
  readonly isSingle: boolean;
  /** The task that the server created for it, if any. */
  readonly task?: unknown;
  /** `reloaded` if the page was left before the call ended. */
  readonly outcome: TextOutcome | { readonly kind: "reloaded" };
}

/**
 * Milliseconds that a call took: since its request was sent, until its last answer, or until it
 * failed or was cancelled, without the time that it waited for a person. Whatever shows or judges the
 * duration of a call uses this one.
 * @returns undefined where nothing could be answered, or the page was left
 */
export function tookMs(call: EndedCall): number | undefined {
  const { outcome, isSingle, startedAt, endedAt, task, times } = call;
  const sent = times?.sent ?? 0;
  const between = (end: number) => Math.max(0, end - startedAt - sent - waitedMs(call, sent));
  if ("answer" in outcome) {
    const { ms, entry } = outcome.answer;
    return isSingle ? Math.max(0, ms - waitedMs(call, sent)) : between(entry.at);
  }
  if (!("ms" in outcome)) return undefined;
  return task && endedAt !== undefined ? between(endedAt) : outcome.ms;
}

/** Milliseconds that a call waited for a person, sign-ins included. */
export function personMs(call: EndedCall): number {
  return waitedMs(call, 0);
}

/** @param after waits before this time, in milliseconds since the call began, do not count */
function waitedMs({ startedAt, endedAt, times }: EndedCall, after: number): number {
  const end = endedAt === undefined ? undefined : endedAt - startedAt;
  return (times?.waits ?? []).reduce(
    (sum, { from, to = end ?? from }) => sum + Math.max(0, to - Math.max(from, after)),
    0,
  );
}

/**
 * The times of a call after a change.
 * @param change when its request was sent, or whether it waits for the user from now on
 * @param now milliseconds since the call began
 */
export function timesAfter(
  times: CallTimes | undefined,
  change: { readonly sent?: number; readonly isPaused?: boolean },
  now: number,
): CallTimes {
  const { waits = [], ...rest } = times ?? {};
  const last = waits.at(-1);
  const isWaiting = last !== undefined && last.to === undefined;
  const { isPaused = isWaiting, sent } = change;
  const ended = isWaiting ? [...waits.slice(0, -1), { from: last.from, to: now }] : waits;
  return {
    ...rest,
    ...(sent !== undefined && { sent }),
    waits: isPaused === isWaiting ? waits : isPaused ? [...waits, { from: now }] : ended,
  };
}

/** Whether the first request of a call got its last answer; true where nothing was answered. */
export function isSingleRequest(entry: MessageEntry, outcome: TextOutcome): boolean {
  return !("answer" in outcome) || firstId(outcome.answer.entry) === firstId(entry);
}

interface CallTimer {
  /** The options of the call, which also note its times. */
  readonly options: Pick<CallOptions, "onSent" | "onPause">;
  /** See {@link tookMs}. */
  took(entry: MessageEntry, outcome: TextOutcome): number | undefined;
}

/** Measures a call that nobody watches while it is in progress. */
export function createCallTimer({ now }: Pick<Clock, "now">, options: CallOptions): CallTimer {
  let times: CallTimes | undefined;
  return {
    options: {
      onSent(at) {
        times = timesAfter(times, { sent: at }, now());
        options.onSent?.(at);
      },
      onPause(isPaused, at) {
        times = timesAfter(times, { isPaused }, at);
        options.onPause?.(isPaused, at);
      },
    },
    took(entry, outcome) {
      // milliseconds of the clock count as those of a call that began when the clock did
      const ofClock = { sent: entry.at, waits: [], ...times };
      const isSingle = isSingleRequest(entry, outcome);
      return tookMs({ startedAt: 0, endedAt: now(), times: ofClock, isSingle, outcome });
    },
  };
}

function firstId({ heads: [head] }: MessageEntry) {
  return head && "id" in head ? head.id : undefined;
}
