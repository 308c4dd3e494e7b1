/** Reads and writes JSON in a storage; unreadable values count as absent. */

/** The used part of the platform's `Storage`. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** @returns the value stored under `key`, or undefined */
export function readJson(storage: TextStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeJson(storage: TextStorage, key: string, value: unknown): void {
  storage.setItem(key, JSON.stringify(value));
}
