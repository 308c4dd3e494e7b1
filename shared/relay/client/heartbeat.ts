/** Notices that the other end of an open socket is silent for good: it hangs, or the way to it broke. */
import type { Clock } from "../../core/clock.ts";

export interface Heartbeat {
  /** The socket has opened: asks from now on, whenever nothing was heard for a while. */
  start(): void;
  /** Something came, whatever it was. */
  heard(): void;
  /** Asks at once, where it is at work and not asking already. */
  check(): void;
  stop(): void;
}

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Sends something that the other end answers. */
  readonly ask: () => void;
  /** Two questions went without any sign of life; the heartbeat has stopped. */
  readonly lost: () => void;
}

/** Milliseconds without a sign of life after which one is asked for; found out to twice of it. */
const silenceMs = 8000;
/** Milliseconds that each of two questions has. */
const answerMs = 4000;

/**
 * Makes a heartbeat that is not at work yet. Asking twice keeps a page that was held up itself from
 * blaming the other end: the answer may wait right behind the first of the timers.
 */
export function createHeartbeat({ clock, ask, lost }: HeartbeatOptions): Heartbeat {
  let isAlive = false;
  let isAsking = false;
  let isRunning = false;
  let cancelTimer = () => {};

  const stop = () => {
    cancelTimer();
    isRunning = false;
    isAsking = false;
  };

  const rest = () => {
    isAsking = false;
    isAlive = false;
    cancelTimer = clock.after(silenceMs, () => (isAlive ? rest() : question(2)));
  };

  const question = (left: number) => {
    if (left === 0) {
      stop();
      return lost();
    }
    isAsking = true;
    isAlive = false;
    ask();
    cancelTimer = clock.after(answerMs, () => (isAlive ? rest() : question(left - 1)));
  };

  return {
    start() {
      cancelTimer();
      isRunning = true;
      rest();
    },
    heard() {
      isAlive = true;
    },
    check() {
      if (!isRunning || isAsking) return;
      cancelTimer();
      question(2);
    },
    stop,
  };
}
