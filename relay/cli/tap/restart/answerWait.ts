/** Waits before a restart until what runs has been answered. */

interface AnswerWait {
  /** Looks again: something was answered, or has ended. */
  answered(): void;
  /** Settles once nothing is awaited any more, or after a time in milliseconds. */
  until(isDone: () => boolean, ms: number): Promise<void>;
}

export function createAnswerWait(): AnswerWait {
  let look = () => {};
  return {
    answered: () => look(),
    until: (isDone, ms) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          look = () => {};
          resolve();
        };
        const timer = setTimeout(done, ms);
        look = () => {
          if (isDone()) done();
        };
        look();
      }),
  };
}
