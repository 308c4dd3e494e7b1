/** Work that is done in steps of a few milliseconds, between which its caller can do something else. */

/** Yields after each step, and returns the result. */
export type Steps<T> = Generator<undefined, T>;

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
