/** Work that is done in steps of a few milliseconds, between which its caller can do something else. */

/** Yields after each step, and returns the result. */
export type Steps<T> = Generator<undefined, T>;

/** Pauses if the time of the current slice of work is over; undefined while there is some left. */
export type PauseIfDue = () => Promise<void> | undefined;

/** Does all steps, with pauses between them. */
export async function finishInSlices<T>(
  steps: Steps<T>,
  pauseIfDue: PauseIfDue | undefined,
): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    const pause = pauseIfDue?.();
    if (pause !== undefined) await pause;
    if (done) return value;
  }
}

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
