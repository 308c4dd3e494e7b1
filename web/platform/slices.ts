/** Divides long work into slices, between which the page draws and handles input. */
import type { PauseIfDue } from "../../shared/core/steps.ts";

/** Milliseconds of work per slice. */
const sliceMs = 8;

/** Items between two reads of the clock. */
const itemsPerLook = 100;

/**
 * Settles in a new task, after the tasks that are already queued. Timers would also work, but
 * browsers delay nested timers by at least 4 ms.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/**
 * Starts a slice of work.
 * @param now milliseconds on a monotonic clock
 * @param pause settles when the next slice may start
 * @returns a function to call during the work, which pauses when the slice is over
 */
export function startSlices(
  now: () => number = () => performance.now(),
  pause: () => Promise<unknown> = nextTask,
): PauseIfDue {
  let until = now() + sliceMs;
  return () => {
    if (now() < until) return undefined;
    return pause().then(() => {
      until = now() + sliceMs;
    });
  };
}

/**
 * Maps a list like `Array.prototype.map`, in slices.
 * @param signal aborts it
 * @throws what `make` throws, and the signal's reason
 */
export async function mapInSlices<T, R>(
  items: readonly T[],
  make: (item: T) => R,
  signal?: AbortSignal,
): Promise<R[]> {
  const made: R[] = [];
  const pauseIfDue = startSlices();
  for (const [index, item] of items.entries()) {
    const pause = index % itemsPerLook === 0 ? pauseIfDue() : undefined;
    if (pause !== undefined) {
      await pause;
      signal?.throwIfAborted();
    }
    made.push(make(item));
  }
  return made;
}
