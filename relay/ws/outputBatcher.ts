/** When output goes to the page: what answers goes at once, what pours is gathered into few frames. */
import type { Clock } from "../../shared/core/clock.ts";

export interface OutputBatcher {
  /**
   * Says that there is something to send.
   * @param waiting how many bytes are, all in all
   */
  push(waiting: number): void;
  /** Says that somebody waits for an answer: the next output goes at once. */
  flushNext(): void;
}

/** How often something goes at once before it counts as pouring. */
const immediateSends = 16;

/** Milliseconds of silence after which it no longer pours. */
const quietMs = 10;

/** Milliseconds that what pours is gathered for. */
const batchMs = 2;

/**
 * Makes one.
 * @param enough bytes that are worth being sent without gathering more
 * @param send sends all that is waiting and may be sent
 */
export function createOutputBatcher(
  fullBatchBytes: number,
  clock: Clock,
  send: () => void,
): OutputBatcher {
  let immediateLeft = immediateSends;
  let pushedAt = clock.now();
  let isScheduled = false;

  const sendBatch = () => {
    isScheduled = false;
    send();
  };

  return {
    push(waiting) {
      const time = clock.now();
      if (time - pushedAt > quietMs) immediateLeft = immediateSends;
      pushedAt = time;
      if (immediateLeft > 0 || waiting >= fullBatchBytes) {
        immediateLeft = Math.max(0, immediateLeft - 1);
        send();
      } else if (!isScheduled) {
        isScheduled = true;
        clock.after(batchMs, sendBatch);
      }
    },
    flushNext() {
      immediateLeft = immediateSends;
    },
  };
}
