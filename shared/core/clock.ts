/** Time, handed in from outside so that nothing here reaches for it alone. */

export interface Clock {
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** Runs `callback` once after `ms` milliseconds; returns the way to call it off. */
  after(ms: number, callback: () => void): () => void;
}

/** The longest wait the platform can count; it takes a longer one for none. */
const longestMs = 2 ** 31 - 1;

/** The platform's own clock; a wait of more than 24 days ends after that time. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, longestMs));
    return () => clearTimeout(timer);
  },
};

/**
 * Waits on a clock.
 * @returns true when the time has passed, false when `signal` aborted first
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
