/** Processes long lists in slices, so that rendering and input events run in between. */
import { createYielder } from "./yielder.ts";

/** Milliseconds of work per slice. */
const budgetMs = 8;
/** Items between two reads of the clock. */
const itemsPerLook = 100;

/**
 * Maps a list like `Array.prototype.map`, yielding between slices.
 * @param signal aborts it
 * @throws what `make` throws, and the signal's reason
 */
export async function mapInSlices<T, R>(
  items: readonly T[],
  make: (item: T) => R,
  signal?: AbortSignal,
): Promise<R[]> {
  const made: R[] = [];
  const channel = new MessageChannel();
  const pause = createYielder(channel);
  try {
    let until = performance.now() + budgetMs;
    for (const [index, item] of items.entries()) {
      if (index % itemsPerLook === 0 && performance.now() >= until) {
        await pause();
        signal?.throwIfAborted();
        until = performance.now() + budgetMs;
      }
      made.push(make(item));
    }
    return made;
  } finally {
    channel.port1.close();
  }
}
