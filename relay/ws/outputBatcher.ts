/** Batches process output into WebSocket frames: replies are flushed immediately, bulk output is coalesced. */
import type { Clock } from "../../shared/core/clock.ts";

interface OutputBatcher {
  /**
   * Announces output to send.
   * @param waiting bytes waiting in total
   */
  push(waiting: number): void;
  /** Announces that a reply is expected: the next output is sent immediately. */
  flushNext(): void;
}

/** Consecutive immediate sends before output counts as bulk. */
const immediateSends = 16;

/** Milliseconds without output after which it no longer counts as bulk. */
const quietMs = 10;

/** Milliseconds for which bulk output is collected. */
const batchMs = 2;

/**
 * Creates a batcher.
 * @param fullBatchBytes bytes that are sent without collecting more
 * @param send sends everything that is waiting and may be sent
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
