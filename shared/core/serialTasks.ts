/** Runs tasks about the same subject one after another. */

export interface Turns {
  /** Runs a task after those of the same name, whether these succeed or fail. */
  run<T>(name: string, task: () => Promise<T>): Promise<T>;
  /** Whether tasks of this name run or wait. */
  isBusy(name: string): boolean;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(name, task) {
      const turn = (last.get(name) ?? Promise.resolve()).then(task);
      const settled = turn
        .catch(() => {})
        .then(() => {
          if (last.get(name) === settled) last.delete(name);
        });
      last.set(name, settled);
      return turn;
    },
    isBusy: (name) => last.has(name),
  };
}
