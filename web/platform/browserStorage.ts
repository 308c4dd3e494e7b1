/** The browser's storage, or one in memory where the browser refuses it. */

/** What the page asks of a storage. */
export type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Wraps a storage so that a refusal (blocked, full) never breaks the page: what it will not keep
 * is kept until the page closes. What it keeps is read anew each time: other tabs write it as well.
 *
 * @param open returns the storage; may throw
 */
export function createBrowserStorage(open: () => BrowserStorage): BrowserStorage {
  /** What the storage refused; undefined where it refused to remove. */
  const memory = new Map<string, string | undefined>();
  const attempt = (
    name: string,
    value: string | undefined,
    work: (storage: BrowserStorage) => void,
  ) => {
    try {
      work(open());
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
