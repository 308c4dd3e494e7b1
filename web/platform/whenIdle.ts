/** Waits until the browser is idle. */

/** Milliseconds after which a busy browser no longer postpones the work. */
const timeoutMs = 2000;
/** Milliseconds to wait in Safari, which has no idle callbacks. */
const fallbackMs = 30;

/**
 * Settles when the browser is idle, after two seconds at the latest.
 * @returns the milliseconds for which it expects to be idle; 0 if it is busy, or does not say
 */
export function whenIdle(): Promise<number> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") {
      requestIdleCallback((deadline) => resolve(deadline.timeRemaining()), { timeout: timeoutMs });
    } else setTimeout(() => resolve(0), fallbackMs);
  });
}
