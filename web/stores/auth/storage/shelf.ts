/** Where sealed things lie in this browser, and the browser's half of the keys they are sealed with. */
import { createStore, del, get, keys, set, update } from "idb-keyval";
import { encodeText } from "../../../../shared/core/bytes.ts";
import { createBrowserHalf, hexDigest } from "./sealing.ts";

/** Where sealed things lie, by name. */
export interface StoredItems {
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown): Promise<void>;
  delete(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
  /** Keeps a value under a name that has none; returns what is kept there. */
  keepFirst<T>(name: string, value: T): Promise<T>;
}

const browserHalfName = "browser-half";

/** Whether this page can seal at all: plain http on a network address lacks what is needed. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined && "indexedDB" in globalThis;
}

/**
 * Opens the shelf of this origin in IndexedDB.
 * @throws {DOMException} later, where the browser keeps no data (some private windows)
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

/** The browser's half, made on first need. Two tabs at once end up with the same. */
export async function browserHalfOf(shelf: StoredItems): Promise<CryptoKey> {
  return shelf.keepFirst(browserHalfName, await createBrowserHalf());
}

/** The place of a thing. Names are addresses of servers: those, too, are nobody's business. */
export async function placeOf(prefix: string, name: string): Promise<string> {
  return `${prefix}${await hexDigest(encodeText(name))}`;
}
