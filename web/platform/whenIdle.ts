/** Waits until the browser is idle. */

/** Milliseconds after which a busy browser no longer postpones the work. */
const timeoutMs = 2000;
/** Milliseconds to wait in Safari, which has no idle callbacks. */
const fallbackMs = 30;

/** Settles when the browser is idle, after two seconds at the latest. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") {
      requestIdleCallback(() => resolve(), { timeout: timeoutMs });
    } else setTimeout(resolve, fallbackMs);
  });
}
