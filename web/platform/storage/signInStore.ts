/** Stores sign-ins in progress, encrypted with the browser's half of the key alone. */
import { browserAlone, deriveSignInKey, type SealedValue, seal, unseal } from "./sealing.ts";
import { browserHalfOf, placeOf, type StoredItems } from "./storedItems.ts";

/**
 * Needs no relay: a sign-in also resumes in a page that no relay serves, and in a tab whose session
 * with the relay has ended meanwhile.
 * Any page that is later served at this address can therefore use this key for the few sign-ins that
 * are still stored. What it decrypts is never used as remembered credentials: those have their own
 * key and storage.
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

interface StoredValue extends SealedValue {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const prefix = "sign-in ";

/** @param now milliseconds since 1970 */
export function createSignInStore(items: StoredItems, now: () => number): SignInStore {
  let deriving: Promise<CryptoKey> | undefined;
  const theKey = () => {
    deriving ??= browserHalfOf(items).then(deriveSignInKey);
    return deriving;
  };
  const place = (name: string) => placeOf(prefix, name);

  return {
    async read(name) {
      const kept = (await items.get(await place(name))) as StoredValue | undefined;
      return kept && kept.expiresAt > now() ? unseal(await theKey(), name, kept) : undefined;
    },
    async write(name, value, expiresAt) {
      await items.set(await place(name), {
        ...(await seal(await theKey(), browserAlone, name, value)),
        expiresAt,
      });
    },
    async remove(name) {
      await items.delete(await place(name));
    },
    async removeExpired() {
      for (const name of await items.names()) {
        if (!name.startsWith(prefix)) continue;
        const kept = (await items.get(name)) as StoredValue | undefined;
        if (kept && !(kept.expiresAt > now())) await items.delete(name);
      }
    },
  };
}
