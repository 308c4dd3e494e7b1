/**
 * Distinguishes the tab that stores its state under an id from a copy of it: a duplicated tab has
 * the same id.
 */

/** Milliseconds that the page before a reload may take to release the lock. */
const patienceMs = 2000;

const nameOf = (id: string) => `mcp-playground.tab ${id}`;

/**
 * Holds the lock of an id for as long as the page lives.
 * @returns false if another tab holds it
 */
export function holdTab(locks: LockManager, id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<void>(() => {});
    };
    const signal = AbortSignal.timeout(patienceMs);
    locks.request(nameOf(id), { signal }, hold).catch(() => resolve(false));
  });
}

/** Whether a page holds the lock of an id now. */
export async function isTabHeld(locks: LockManager, id: string): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === nameOf(id));
}
