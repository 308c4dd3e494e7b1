/** Shares the result of an asynchronous action, such as loading code, unless it failed. */

/** Runs an action on the first call and shares its promise; after a failure the next call runs it again. */
export function memoizeSuccess<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().catch((error) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
