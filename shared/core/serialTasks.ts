/** Runs tasks about the same subject one after another. */

export interface SerialTasks {
  /**
   * Runs a task after those of the same key, whether these succeed or fail.
   * @returns what the task returns
   */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Whether tasks of this key run or wait. */
  isBusy(key: string): boolean;
}

export function createSerialTasks(): SerialTasks {
  /** The newest task of each key that has any; it never rejects. */
  const newest = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const running = (newest.get(key) ?? Promise.resolve()).then(task);
      const settled = running
        .catch(() => {})
        .then(() => {
          if (newest.get(key) === settled) newest.delete(key);
        });
      newest.set(key, settled);
      return running;
    },
    isBusy: (key) => newest.has(key),
  };
}
