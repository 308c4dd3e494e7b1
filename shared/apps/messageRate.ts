/** Counts the messages of an app, so that a flood does not keep the page busy. */
import type { Clock } from "../core/clock.ts";

export interface MessageRate {
  /** Counts a message; false if it is to be dropped. */
  admit(): boolean;
  close(): void;
}

/**
 * Creates a counter.
 * @param perSecond messages that are admitted in each second
 * @param onDropped called at the end of a second in which messages were dropped
 */
export function createMessageRate(
  clock: Clock,
  perSecond: number,
  onDropped: (count: number) => void,
): MessageRate {
  let start = Number.NEGATIVE_INFINITY;
  let count = 0;
  let dropped = 0;
  let stop: (() => void) | undefined;
  return {
    admit() {
      if (clock.now() - start >= 1000) {
        start = clock.now();
        count = 0;
      }
      count++;
      if (count <= perSecond) return true;
      dropped++;
      stop ??= clock.after(start + 1000 - clock.now(), () => {
        onDropped(dropped);
        dropped = 0;
        stop = undefined;
      });
      return false;
    },
    close: () => stop?.(),
  };
}
