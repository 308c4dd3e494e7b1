/** The injectable clock, and waiting on it. */

export interface Clock {
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** Runs `callback` once after `ms` milliseconds; returns the function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** The longest delay of `setTimeout` in milliseconds; it runs longer ones immediately. */
const maxMs = 2 ** 31 - 1;

/** The platform's clock; delays are limited to 24.8 days. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, maxMs));
    return () => clearTimeout(timer);
  },
};

/**
 * Waits on a clock.
 * @param ms milliseconds
 * @returns true where the time has passed, false if `signal` aborted first
 */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const stop = clock.after(ms, () => {
      signal?.removeEventListener("abort", aborted);
      resolve(true);
    });
    const aborted = () => {
      stop();
      resolve(false);
    };
    signal?.addEventListener("abort", aborted, { once: true });
  });
}
