/** Stores sign-ins in progress, encrypted with the browser's half of the key alone. */
import { createEncryptedStore, type StoredBeside } from "./encryptedStore.ts";
import type { StoredItems } from "./storedItems.ts";

/**
 * Needs no relay: a sign-in also resumes in a page that no relay serves, and in a tab whose session
 * with the relay has ended meanwhile.
 * Any page that is later served at this address can therefore use this key for the few sign-ins that
 * are still stored. What it decrypts is never used as remembered credentials: their names have
 * another prefix.
 */
export interface SignInStore {
  /** @returns the value of `name`, or undefined if there is none or it cannot be decrypted */
  read(name: string): Promise<unknown>;
  /**
   * @param value as JSON
   * @param expiresAt milliseconds since 1970 after which it is deleted, even if it is never read
   * again
   */
  write(name: string, value: unknown, expiresAt: number): Promise<void>;
  remove(name: string): Promise<void>;
  /** Deletes expired sign-ins. */
  removeExpired(): Promise<void>;
}

const prefix = "sign-in ";

/** @param now milliseconds since 1970 */
export function createSignInStore(items: StoredItems, now: () => number): SignInStore {
  const store = createEncryptedStore(items, async () => undefined, prefix);
  const removeExpired = async () => {
    for (const name of await items.names()) {
      if (!name.startsWith(prefix)) continue;
      const kept = (await items.get(name)) as StoredBeside | undefined;
      if (kept && !(Number(kept.expiresAt) > now())) await items.delete(name);
    }
  };
  return {
    async read(name) {
      await removeExpired();
      return store.read(name);
    },
    write: (name, value, expiresAt) => store.write(name, value, { expiresAt }),
    remove: store.remove,
    removeExpired,
  };
}
