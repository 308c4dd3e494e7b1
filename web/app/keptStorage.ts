/** The browser's storage, or one in memory where the browser refuses it. */

/** What the page asks of a storage. */
export type KeptStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Wraps a storage so that a refusal (blocked, full) never breaks the page: what it will not keep
 * is kept until the page closes.
 *
 * @param open returns the storage; may throw
 */
export function createKeptStorage(open: () => KeptStorage): KeptStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: KeptStorage) => T, otherwise: T): T => {
    try {
      return work(open());
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => {
      memory.set(key, value);
      attempt((storage) => storage.setItem(key, value), undefined);
    },
    removeItem: (key) => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
  };
}
