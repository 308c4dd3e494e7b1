/** Stored items in memory, cloned as IndexedDB does. */
import type { StoredItems } from "./storedItems.ts";

/** @param refuse returns what storing a value throws; undefined stores it */
export function createStoredItems(refuse: () => unknown = () => undefined) {
  const stored = new Map<string, unknown>();
  const items: StoredItems = {
    get: async (name) => structuredClone(stored.get(name)),
    async set(name, value) {
      const error = refuse();
      if (error) throw error;
      stored.set(name, structuredClone(value));
    },
    delete: async (name) => void stored.delete(name),
    names: async () => [...stored.keys()],
    async keepFirst(name, value) {
      if (!stored.has(name)) stored.set(name, value);
      return stored.get(name) as typeof value;
    },
  };
  return { stored, items };
}
