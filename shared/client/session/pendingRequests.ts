/** Tracks requests in flight by id, with timeouts that can be paused. */
import type { Clock } from "../../core/clock.ts";
import { idKey } from "../../log/entry.ts";
import type { JsonRpcId } from "../../protocol/jsonRpc.ts";
import type { RequestOutcome } from "./outcome.ts";

export interface TimeLimits {
  /** Timeout in milliseconds without an answer or progress; 0 for none. */
  readonly timeoutMs: number;
  /** Timeout in milliseconds regardless of progress; 0 for none. */
  readonly maximumMs: number;
}

export interface PendingRequest {
  readonly id: JsonRpcId;
  readonly method: string;
  readonly exchangeId: string | undefined;
  /** When it was sent, or queued if it has not been sent yet. */
  readonly startedAt: number;
  /** Whether it was sent; the timers of a queued request do not run yet. */
  readonly isSent: boolean;
  readonly done: Promise<RequestOutcome>;
  isPending(): boolean;
  /** Settles the request; later calls do nothing. */
  settle(outcome: RequestOutcome): void;
  /** Restarts the idle timeout after progress. */
  restartTimeout(): void;
  /** Notes that it was sent again, in another exchange and at another time. */
  resent(exchangeId: string | undefined, at: number): void;
}

export interface PendingRequests {
  add(request: {
    readonly id: JsonRpcId;
    readonly method: string;
    readonly exchangeId: string | undefined;
    /** When it was sent, in milliseconds of the clock. */
    readonly startedAt: number;
    /** Present if it is queued; settles with the time it is sent. */
    readonly queued?: Promise<number> | undefined;
    readonly limits: TimeLimits;
    /** Called when it begins to wait for a person, and when it no longer does. */
    readonly onPause?: ((isPaused: boolean, at: number) => void) | undefined;
    readonly onTimeout: (waiting: PendingRequest) => void;
  }): PendingRequest;
  /** The request that an answer belongs to; the one of the same exchange if several have the id. */
  find(id: JsonRpcId, exchangeId: string | undefined): PendingRequest | undefined;
  /** Every pending request, oldest first. */
  all(): readonly PendingRequest[];
  /** Pauses every timer while an answer is awaited; calls nest. Returns the function that resumes them. */
  pause(): () => void;
  /**
   * Pauses every timer because a person is asked.
   * @param from since when, in milliseconds of the clock
   * @returns what ends it: at a time, or now
   */
  waitForPerson(from: number): (to?: number) => void;
}

interface Waiting extends PendingRequest, Pick<Parameters<PendingRequests["add"]>[0], "onPause"> {
  pause(): void;
  start(): void;
}

/**
 * Creates an empty table of requests in flight.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#timeouts
 */
export function createPendingRequests(clock: Clock): PendingRequests {
  const waiting = new Set<Waiting>();
  let pauses = 0;
  let persons = 0;

  const pause = () => {
    if (pauses++ === 0) for (const entry of waiting) entry.pause();
    let isResumed = false;
    return () => {
      if (isResumed) return;
      isResumed = true;
      if (--pauses === 0) for (const entry of waiting) entry.start();
    };
  };

  return {
    add({ id, method, exchangeId, startedAt, queued, limits, onPause, onTimeout }) {
      let resolve!: (outcome: RequestOutcome) => void;
      const done = new Promise<RequestOutcome>((fulfil) => {
        resolve = fulfil;
      });
      const idleTimer = createTimer(clock, limits.timeoutMs, () => onTimeout(entry));
      const totalTimer = createTimer(clock, limits.maximumMs, () => onTimeout(entry));
      const entry = {
        id,
        method,
        exchangeId,
        startedAt,
        isSent: queued === undefined,
        done,
        isPending: () => waiting.has(entry),
        settle(outcome: RequestOutcome) {
          if (!waiting.delete(entry)) return;
          idleTimer.pause();
          totalTimer.pause();
          resolve(outcome);
        },
        restartTimeout: () => idleTimer.restart(),
        resent(next: string | undefined, at: number) {
          entry.exchangeId = next;
          entry.startedAt = at;
        },
        pause() {
          idleTimer.pause();
          totalTimer.pause();
        },
        onPause,
        start() {
          if (!entry.isSent) return;
          idleTimer.resume();
          totalTimer.resume();
        },
      };
      waiting.add(entry);
      if (pauses === 0) entry.start();
      if (persons > 0) onPause?.(true, startedAt);
      void queued?.then((at) => {
        entry.startedAt = at;
        entry.isSent = true;
        if (pauses === 0 && entry.isPending()) entry.start();
      });
      return entry;
    },
    find(id, exchangeId) {
      const key = idKey(id);
      const same = [...waiting].filter((entry) => idKey(entry.id) === key);
      return same.find((entry) => entry.exchangeId === exchangeId) ?? same[0];
    },
    all: () => [...waiting],
    pause,
    waitForPerson(from) {
      const resume = pause();
      const tell = (isPaused: boolean, at: number) => {
        for (const { onPause } of waiting) onPause?.(isPaused, at);
      };
      if (persons++ === 0) tell(true, from);
      let hasEnded = false;
      return (to = clock.now()) => {
        if (hasEnded) return;
        hasEnded = true;
        if (--persons === 0) tell(false, to);
        resume();
      };
    },
  };
}

/** Creates a paused timer that keeps its remaining time while paused; with `ms` 0 it never expires. */
function createTimer(clock: Clock, ms: number, onExpired: () => void) {
  let remainingMs = ms;
  let resumedAt = 0;
  let stop: (() => void) | undefined;
  const timer = {
    resume() {
      if (ms === 0 || stop) return;
      resumedAt = clock.now();
      stop = clock.after(remainingMs, onExpired);
    },
    pause() {
      if (!stop) return;
      stop();
      stop = undefined;
      remainingMs = Math.max(0, remainingMs - (clock.now() - resumedAt));
    },
    restart() {
      remainingMs = ms;
      if (!stop) return;
      stop();
      stop = undefined;
      timer.resume();
    },
  };
  return timer;
}
