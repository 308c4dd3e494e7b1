/** Stores what is remembered of recent servers: encrypted on a page whose relay has a half of the key. */
import { readJson, type TextStorage, writeJson } from "../../../platform/storedJson.ts";

export interface RecentStorage {
  /** Passes on what is stored: at once, or when it can be decrypted. */
  read(key: string, use: (value: unknown) => void): void;
  write(key: string, value: unknown): void;
}

export function createPlainStorage(storage: TextStorage): RecentStorage {
  return {
    read: (key, use) => use(readJson(storage, key)),
    write: (key, value) => writeJson(storage, key, value),
  };
}

/**
 * Loads the code that decrypts when there is something to read or to write.
 * @param load resolves with the same storage in every call
 */
export function createLoadedStorage(
  storage: TextStorage,
  load: () => Promise<RecentStorage>,
): RecentStorage {
  const using = (work: (loaded: RecentStorage) => void) => load().then(work, () => undefined);
  return {
    read: (key, use) => storage.getItem(key) && using((loaded) => loaded.read(key, use)),
    write: (key, value) => using((loaded) => loaded.write(key, value)),
  };
}
