/** JSON in a storage; what cannot be read counts as nothing kept. */

/** The part of the platform's storage that is used. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** @returns what was kept under `key`, or undefined */
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
