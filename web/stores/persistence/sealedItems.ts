/** Stores values encrypted in IndexedDB, with a key that scripts can use but not read. */
import { createStore } from "zustand/vanilla";
import {
  browserAlone,
  deriveTabKey,
  type SealedValue,
  seal,
  unseal,
} from "../auth/storage/sealing.ts";
import {
  browserHalfOf,
  canSeal,
  openStoredItems,
  type StoredItems,
} from "../auth/storage/storedItems.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { StorageProblem } from "./persistenceStore.ts";

export interface SealedItems {
  /** Undefined while storing works. */
  readonly problem: ReadableStore<{ readonly problem: StorageProblem | undefined }>;
  /** @returns undefined if there is no value, or it cannot be read */
  read(name: string): Promise<unknown>;
  /** @returns whether it was stored; if not, `problem` says why */
  write(name: string, value: unknown): Promise<boolean>;
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
  /** Bytes that a value takes; 0 if there is none. */
  size(name: string): Promise<number>;
}

/** @param items undefined if the page cannot encrypt */
export function createSealedItems(
  items: StoredItems | undefined,
  key: () => Promise<CryptoKey>,
): SealedItems {
  const state = createStore<{ problem: StorageProblem | undefined }>(() => ({
    problem: items ? undefined : "insecure",
  }));
  /** Reading never fails: a value that cannot be read counts as missing. */
  const attempt = async <T>(work: (items: StoredItems) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return items ? await work(items) : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    problem: toReadable(state),
    read: (name) =>
      attempt(async (stored) => {
        const sealed = (await stored.get(name)) as SealedValue | undefined;
        return sealed && unseal(await key(), name, sealed);
      }, undefined),
    async write(name, value) {
      if (!items) return false;
      try {
        await items.set(name, await seal(await key(), browserAlone, name, value));
        state.setState({ problem: undefined });
        return true;
      } catch (error) {
        const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
        state.setState({ problem: isFull ? "full" : "blocked" });
        return false;
      }
    },
    remove: (name) => attempt((stored) => stored.delete(name), undefined),
    names: () => attempt((stored) => stored.names(), []),
    size: (name) =>
      attempt(async (stored) => {
        const sealed = (await stored.get(name)) as SealedValue | undefined;
        return sealed?.bytes.byteLength ?? 0;
      }, 0),
  };
}

let tabKey: Promise<CryptoKey> | undefined;

/** Opens a database of this origin; nothing is read or created before the first use. */
export function openSealedItems(database: string): SealedItems {
  const key = () => {
    tabKey ??= browserHalfOf(openStoredItems()).then(deriveTabKey);
    return tabKey;
  };
  return createSealedItems(canSeal() ? openStoredItems(database) : undefined, key);
}
