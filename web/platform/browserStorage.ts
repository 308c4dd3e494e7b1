/** Wraps browser storage with a fallback in memory when the browser refuses access. */

/** The part of the Storage API that the page uses. */
export type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Wraps a storage so that it never throws: values that it refuses (blocked, full) are kept in memory
 * until the page closes. Stored values are read each time, because other tabs may change them.
 * @param open returns the storage; may throw
 */
export function createBrowserStorage(open: () => BrowserStorage): BrowserStorage {
  /** Values that the storage refused; undefined for a refused removal. */
  const memory = new Map<string, string | undefined>();
  const attempt = (
    name: string,
    value: string | undefined,
    change: (storage: BrowserStorage) => void,
  ) => {
    try {
      change(open());
      memory.delete(name);
    } catch {
      memory.set(name, value);
    }
  };
  return {
    getItem(name) {
      if (memory.has(name)) return memory.get(name) ?? null;
      try {
        return open().getItem(name);
      } catch {
        return null;
      }
    },
    setItem: (name, value) => attempt(name, value, (storage) => storage.setItem(name, value)),
    removeItem: (name) => attempt(name, undefined, (storage) => storage.removeItem(name)),
  };
}
