/** Encrypted storage in memory, with the real encryption. */
import { createBrowserHalf, deriveTabKey } from "../auth/storage/sealing.ts";
import type { StoredItems } from "../auth/storage/storedItems.ts";
import { createSealedItems } from "./sealedItems.ts";

/** @param refuse returns what storing a value throws; undefined stores it */
export function createMemoryItems(refuse: () => unknown = () => undefined) {
  const kept = new Map<string, unknown>();
  const items: StoredItems = {
    get: async (name) => structuredClone(kept.get(name)),
    async set(name, value) {
      const error = refuse();
      if (error) throw error;
      kept.set(name, structuredClone(value));
    },
    delete: async (name) => void kept.delete(name),
    names: async () => [...kept.keys()],
    async keepFirst(name, value) {
      if (!kept.has(name)) kept.set(name, value);
      return kept.get(name) as typeof value;
    },
  };
  const key = createBrowserHalf().then(deriveTabKey);
  return { kept, items: createSealedItems(items, () => key) };
}
