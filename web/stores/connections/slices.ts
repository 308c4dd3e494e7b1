/** Works through long lists a slice at a time, so that the page can draw and hear the person in between. */

/** Milliseconds of work after which the page has its turn. */
const budgetMs = 8;
/** Items between two looks at the clock. */
const itemsPerLook = 100;

/**
 * Maps a list like `Array.prototype.map`, with breaks.
 * @param signal ends it early
 * @throws what `make` throws, and the signal's reason
 */
export async function mapInSlices<T, R>(
  items: readonly T[],
  make: (item: T) => R,
  signal?: AbortSignal,
): Promise<R[]> {
  const made: R[] = [];
  let until = performance.now() + budgetMs;
  for (const [index, item] of items.entries()) {
    if (index % itemsPerLook === 0 && performance.now() >= until) {
      await breakOfPage();
      signal?.throwIfAborted();
      until = performance.now() + budgetMs;
    }
    made.push(make(item));
  }
  return made;
}

function breakOfPage(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
