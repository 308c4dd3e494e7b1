/** IndexedDB storage for encrypted values and the browser's half of their keys. */
import { createStore, del, get, keys, set, update } from "idb-keyval";
import { encodeText } from "../../../shared/core/bytes.ts";
import { createBrowserHalf, hexDigest } from "./sealing.ts";

/** Stores encrypted values by name. */
export interface StoredItems {
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown): Promise<void>;
  delete(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
  /** Stores a value if the name has none; returns the stored value. */
  keepFirst<T>(name: string, value: T): Promise<T>;
}

const browserHalfName = "browser-half";

/** Whether this page can encrypt: plain http on a network address lacks Web Crypto. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined && "indexedDB" in globalThis;
}

/**
 * Opens the storage of this origin in IndexedDB.
 * @throws {DOMException} on later calls, if the browser stores no data (some private windows)
 */
export function openStoredItems(database = "mcp-playground.safe"): StoredItems {
  const store = createStore(database, "things");
  return {
    get: (name) => get(name, store),
    set: (name, value) => set(name, value, store),
    delete: (name) => del(name, store),
    names: async () => (await keys(store)).map(String),
    async keepFirst(name, value) {
      let kept = value;
      await update<typeof value>(
        name,
        (before) => {
          kept = before ?? value;
          return kept;
        },
        store,
      );
      return kept;
    },
  };
}

/**
 * The browser's half, generated when first needed. Two tabs that start concurrently get the same
 * one.
 */
export async function browserHalfOf(items: StoredItems): Promise<CryptoKey> {
  return items.keepFirst(browserHalfName, await createBrowserHalf());
}

/** The key of an entry. Names contain server addresses, so they are hashed. */
export async function placeOf(prefix: string, name: string): Promise<string> {
  return `${prefix}${await hexDigest(encodeText(name))}`;
}
