/**
 * Detects when there is time for work that can wait, such as loading code that may be needed later.
 */
import { whenIdle } from "./whenIdle.ts";

/** Milliseconds after the last disturbance. */
const quietMs = 1000;

interface QuietTime {
  /** Reports that the user waits for something now, such as a connection. */
  noteActivity(): void;
  /** Settles when nothing was disturbed for a second and the browser is idle. */
  wait(): Promise<void>;
}

export function createQuietTime(): QuietTime {
  let disturbedAt = Number.NEGATIVE_INFINITY;
  return {
    noteActivity() {
      disturbedAt = performance.now();
    },
    async wait() {
      for (;;) {
        await whenIdle();
        const restMs = disturbedAt + quietMs - performance.now();
        if (restMs <= 0) return;
        await new Promise((resolve) => setTimeout(resolve, restMs));
      }
    },
  };
}
