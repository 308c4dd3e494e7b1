/** Stores values encrypted in IndexedDB, with a key that scripts can use but not read. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { StorageProblem } from "./persistenceStore.ts";
import { browserAlone, type SealedValue, seal, unseal } from "./sealing.ts";
import { browserHalfOf, canSeal, openStoredItems, type StoredItems } from "./storedItems.ts";
import { type EncryptedStoreOptions, relayHalfOfPage } from "./storesOfPage.ts";
import { createTabKey, type TabKeyOptions, type TabKeySource } from "./tabKey.ts";

export interface SealedItems {
  /** Undefined while storing works. */
  readonly problem: ReadableStore<{ readonly problem: StorageProblem | undefined }>;
  /** Whether there is a key; until then nothing is read, and nothing is written. */
  isReady(): Promise<boolean>;
  /** Resolves once there is a key, which may be never; see {@link TabKeySource.available}. */
  ready(): Promise<void>;
  /** @returns undefined if there is no value, or it cannot be read */
  read(name: string): Promise<unknown>;
  /** @returns whether it was stored; if not, `problem` says why */
  write(name: string, value: unknown): Promise<boolean>;
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
  /** Bytes that a value takes; 0 if there is none. */
  size(name: string): Promise<number>;
}

/** Precedes the name that is authenticated with a value. */
export const itemPrefix = "item ";

/** Marks a database in which nothing is encrypted with the browser's half alone. */
const markName = "both halves";

/** @param items undefined if the page cannot encrypt */
export function createSealedItems(
  items: StoredItems | undefined,
  { now, available }: TabKeySource,
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
  /** Deletes what any program at this address could have written or could read. */
  const discardFormer = async (stored: StoredItems) => {
    if ((await stored.get(markName)) !== undefined) return;
    for (const name of await stored.names()) {
      const sealed = (await stored.get(name)) as Partial<SealedValue> | undefined;
      if (sealed?.half === browserAlone) await stored.delete(name);
    }
    await stored.set(markName, true);
  };
  let discarding: Promise<void> | undefined;
  const keyFor = async (stored: StoredItems) => {
    const key = await now();
    if (!key || key.half === browserAlone) return key;
    discarding ??= discardFormer(stored);
    await discarding;
    return key;
  };
  return {
    problem: toReadable(state),
    isReady: () => attempt(async (stored) => (await keyFor(stored)) !== undefined, true),
    ready: available,
    read: (name) =>
      attempt(async (stored) => {
        const key = await keyFor(stored);
        const sealed = key && ((await stored.get(name)) as SealedValue | undefined);
        return sealed && unseal(key.key, itemPrefix + name, sealed);
      }, undefined),
    async write(name, value) {
      if (!items) return false;
      try {
        const key = await keyFor(items);
        if (!key) {
          state.setState({ problem: "relay-needed" });
          return false;
        }
        await items.set(name, await seal(key.key, key.half, itemPrefix + name, value));
        state.setState({ problem: undefined });
        return true;
      } catch (error) {
        const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
        state.setState({ problem: isFull ? "full" : "blocked" });
        return false;
      }
    },
    remove: (name) => attempt((stored) => stored.delete(name), undefined),
    names: () =>
      attempt(async (stored) => (await stored.names()).filter((name) => name !== markName), []),
    size: (name) =>
      attempt(async (stored) => {
        const sealed = (await stored.get(name)) as SealedValue | undefined;
        return sealed?.bytes.byteLength ?? 0;
      }, 0),
  };
}

export interface SealedItemsOptions
  extends EncryptedStoreOptions,
    Pick<TabKeyOptions, "isRelayHalfNeeded"> {
  readonly relay: { readonly state: TabKeyOptions["relay"] };
}

/** Opens a database of this page's origin. */
export type OpenSealedItems = (database: string) => Promise<SealedItems>;

let tabKey: TabKeySource | undefined;

/**
 * Opens a database of this origin; nothing is read or created before the first use.
 * @param options those of the page, the same in every call
 */
export function openSealedItems(options: SealedItemsOptions, database: string): SealedItems {
  tabKey ??= createTabKey({
    isRelayHalfNeeded: options.isRelayHalfNeeded,
    browserHalf: () => browserHalfOf(openStoredItems()),
    relayHalf: relayHalfOfPage(options),
    relay: options.relay.state,
  });
  return createSealedItems(canSeal() ? openStoredItems(database) : undefined, tabKey);
}
