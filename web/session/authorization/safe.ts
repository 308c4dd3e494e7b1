/** Keeps things sealed in this browser: what lies on the disk is of use to nobody without its key, and the key cannot be taken out. */
import { createStore, del, get, keys, set, type UseStore, update } from "idb-keyval";
import { decodeText, encodeText } from "../../../shared/bytes.ts";

export interface Safe {
  /** @returns what was put under `name`, or undefined where nothing was, or it cannot be opened */
  read(name: string): Promise<unknown>;
  /** @param value as JSON; `keys` beside it are kept as the browser keeps them, not extractable */
  write(name: string, value: unknown, keys?: CryptoKeyPair): Promise<void>;
  remove(name: string): Promise<void>;
  /** The key pair that was kept beside a value. */
  readKeys(name: string): Promise<CryptoKeyPair | undefined>;
  isEmpty(): Promise<boolean>;
}

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
  readonly keys?: CryptoKeyPair;
}

const keyName = "key";
const prefix = "sealed ";

/** Whether this page can seal at all: plain http on a network address lacks what is needed. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined && "indexedDB" in globalThis;
}

/**
 * Opens the safe of this origin.
 * @param database its name in IndexedDB
 * @throws {DOMException} later, where the browser keeps no data (some private windows)
 */
export function createSafe(database = "mcp-playground.safe"): Safe {
  const store = createStore(database, "things");
  let key: Promise<CryptoKey> | undefined;
  const theKey = () => {
    key ??= takeKey(store);
    return key;
  };
  // names are addresses of servers: those, too, are nobody's business
  const place = async (name: string) => `${prefix}${await digest(name)}`;

  return {
    async read(name) {
      const sealed = await get<Sealed>(await place(name), store);
      if (!sealed) return undefined;
      try {
        const algorithm = { name: "AES-GCM", iv: sealed.iv, additionalData: encodeText(name) };
        const bytes = await crypto.subtle.decrypt(algorithm, await theKey(), sealed.bytes);
        return JSON.parse(decodeText(new Uint8Array(bytes)));
      } catch {
        return undefined;
      }
    },
    async write(name, value, keys) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const algorithm = { name: "AES-GCM", iv, additionalData: encodeText(name) };
      const text = encodeText(JSON.stringify(value));
      const bytes = await crypto.subtle.encrypt(algorithm, await theKey(), text);
      await set(await place(name), { iv, bytes, ...(keys ? { keys } : {}) }, store);
    },
    async remove(name) {
      await del(await place(name), store);
    },
    async readKeys(name) {
      return (await get<Sealed>(await place(name), store))?.keys;
    },
    async isEmpty() {
      return (await keys(store)).every((name) => name === keyName);
    },
  };
}

/** The one key of this origin, made on first need; two tabs at once end up with the same. */
async function takeKey(store: UseStore): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  let kept: CryptoKey = made;
  await update<CryptoKey>(
    keyName,
    (before) => {
      kept = before ?? made;
      return kept;
    },
    store,
  );
  return kept;
}

async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", encodeText(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
