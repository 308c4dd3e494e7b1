/** Requests that wait for their answers: by id, with a timeout that knows when to wait. */
import type { Clock } from "../../core/clock.ts";
import type { JsonRpcId } from "../../core/jsonRpc.ts";
import { idKey } from "../../log/entry.ts";
import type { Outcome } from "./outcome.ts";

export interface Limits {
  /** Milliseconds without an answer or progress after which a request is given up; 0 for never. */
  readonly timeoutMs: number;
  /** Milliseconds after which it is given up whatever progress it makes; 0 for never. */
  readonly maximumMs: number;
}

export interface PendingRequest {
  readonly id: JsonRpcId;
  readonly method: string;
  readonly exchangeId: string | undefined;
  /** When it left, or was handed over where it has not left yet. */
  readonly startedAt: number;
  /** Whether it is on its way: what waits for its turn has no clock running yet. */
  readonly hasLeft: boolean;
  readonly done: Promise<Outcome>;
  isPending(): boolean;
  /** Ends the wait; later calls do nothing. */
  settle(outcome: Outcome): void;
  /** Starts the timeout anew, because the server was heard of. */
  heard(): void;
  /** It was sent once more, in another exchange and at another time. */
  resent(exchangeId: string | undefined, at: number): void;
}

export interface PendingRequests {
  add(request: {
    readonly id: JsonRpcId;
    readonly method: string;
    readonly exchangeId: string | undefined;
    /** When it was sent, in milliseconds of the clock. */
    readonly startedAt: number;
    /** Settles with the time it leaves, where it has to wait for its turn. */
    readonly queued?: Promise<number> | undefined;
    readonly limits: Limits;
    readonly onTimeout: (waiting: PendingRequest) => void;
  }): PendingRequest;
  /** The request an answer belongs to: of the same exchange if there are several with that id. */
  find(id: JsonRpcId, exchangeId: string | undefined): PendingRequest | undefined;
  /** Every request that still waits, oldest first. */
  all(): readonly PendingRequest[];
  /** Stops every clock while a person is answering; calls nest. Returns the way to go on. */
  pause(): () => void;
}

/**
 * Makes the table of requests in flight.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#timeouts
 */
export function createPendingRequests(clock: Clock): PendingRequests {
  const waiting = new Set<PendingRequest & { pause(): void; resume(): void }>();
  let pauses = 0;

  return {
    add({ id, method, exchangeId, startedAt, queued, limits, onTimeout }) {
      let resolve!: (outcome: Outcome) => void;
      const done = new Promise<Outcome>((fulfil) => {
        resolve = fulfil;
      });
      const idleTimer = createTimer(clock, limits.timeoutMs, () => onTimeout(entry));
      const totalTimer = createTimer(clock, limits.maximumMs, () => onTimeout(entry));
      const entry = {
        id,
        method,
        exchangeId,
        startedAt,
        hasLeft: queued === undefined,
        done,
        isPending: () => waiting.has(entry),
        settle(outcome: Outcome) {
          if (!waiting.delete(entry)) return;
          idleTimer.pause();
          totalTimer.pause();
          resolve(outcome);
        },
        heard: () => idleTimer.restart(),
        resent(next: string | undefined, at: number) {
          entry.exchangeId = next;
          entry.startedAt = at;
        },
        pause() {
          idleTimer.pause();
          totalTimer.pause();
        },
        resume() {
          if (!entry.hasLeft) return;
          idleTimer.resume();
          totalTimer.resume();
        },
      };
      waiting.add(entry);
      if (pauses === 0) entry.resume();
      void queued?.then((at) => {
        entry.startedAt = at;
        entry.hasLeft = true;
        if (pauses === 0 && entry.isPending()) entry.resume();
      });
      return entry;
    },
    find(id, exchangeId) {
      const key = idKey(id);
      const same = [...waiting].filter((entry) => idKey(entry.id) === key);
      return same.find((entry) => entry.exchangeId === exchangeId) ?? same[0];
    },
    all: () => [...waiting],
    pause() {
      if (pauses++ === 0) for (const entry of waiting) entry.pause();
      let over = false;
      return () => {
        if (over) return;
        over = true;
        if (--pauses === 0) for (const entry of waiting) entry.resume();
      };
    },
  };
}

/** A timer that starts paused and remembers what is left of it; `ms` 0 never rings. */
function createTimer(clock: Clock, ms: number, ring: () => void) {
  let left = ms;
  let since = 0;
  let stop: (() => void) | undefined;
  const timer = {
    resume() {
      if (ms === 0 || stop) return;
      since = clock.now();
      stop = clock.after(left, ring);
    },
    pause() {
      if (!stop) return;
      stop();
      stop = undefined;
      left = Math.max(0, left - (clock.now() - since));
    },
    restart() {
      left = ms;
      if (!stop) return;
      stop();
      stop = undefined;
      timer.resume();
    },
  };
  return timer;
}
