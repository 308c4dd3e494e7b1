/** Browser storage in memory. */
import type { BrowserStorage } from "./browserStorage.ts";

/** @param stored the values by name, also for the test to read */
export function createMemoryStorage(stored = new Map<string, string>()): BrowserStorage {
  return {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
    removeItem: (name) => void stored.delete(name),
  };
}
