/** Detects that an open socket's other end no longer responds: it hangs, or the network is down. */
import type { Clock } from "../../core/clock.ts";

interface HeartbeatOptions {
  readonly clock: Clock;
  /** Sends a ping. */
  readonly ask: () => void;
  /** Called when two pings had no response; the heartbeat has then stopped. */
  readonly lost: () => void;
}

/** Milliseconds without a frame before a ping is sent; detection may take twice as long. */
const silenceMs = 8000;
/** Response timeout of each of the two pings in milliseconds. */
const answerMs = 4000;

/**
 * Creates a stopped heartbeat. The second ping avoids a false alarm when the page itself was blocked:
 * the response may be queued right behind the first timer.
 */
export function createHeartbeat({ clock, ask, lost }: HeartbeatOptions) {
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
    /** Starts sending pings whenever nothing was received for a while. */
    start() {
      cancelTimer();
      isRunning = true;
      rest();
    },
    /** Records that a frame was received. */
    received() {
      isAlive = true;
    },
    /** Sends a ping immediately, if it is running and no ping is pending. */
    check() {
      if (!isRunning || isAsking) return;
      cancelTimer();
      question(2);
    },
    stop,
  };
}
