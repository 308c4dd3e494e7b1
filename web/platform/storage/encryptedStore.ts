/** Stores encrypted values in this browser, unreadable without both halves of the key. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import {
  browserAlone,
  combineHalves,
  nameOfHalf,
  type RelayHalf,
  type SealedValue,
  seal,
  unseal,
} from "./sealing.ts";
import { browserHalfOf, placeOf, type StoredItems } from "./storedItems.ts";

/** Why a stored value cannot be read. */
export type EncryptedStoreProblem =
  /** It was encrypted with the half of another relay. */
  | "other-relay"
  /** It was encrypted with a relay's half, and this tab has none. */
  | "relay-needed"
  /** It was encrypted by the browser alone, which is no longer accepted; it was deleted. */
  | "discarded";

export interface EncryptedStoreState {
  /** What the current key is made of; undefined until that is known. */
  readonly protection: "relay" | "browser" | undefined;
  readonly problem: EncryptedStoreProblem | undefined;
}

export interface EncryptedStore {
  readonly state: ReadableStore<EncryptedStoreState>;
  /** Determines `state`. */
  look(): Promise<void>;
  /** @returns the value of `name`, or undefined if there is none or it cannot be decrypted */
  read(name: string): Promise<unknown>;
  /** @param value as JSON */
  write(name: string, value: unknown, beside?: StoredBeside): Promise<void>;
  remove(name: string): Promise<void>;
  /** The key pair that was stored beside a value. */
  readKeys(name: string): Promise<CryptoKeyPair | undefined>;
  isEmpty(): Promise<boolean>;
}

/** What is stored beside a value, as it is. */
export interface StoredBeside {
  /** Non-extractable. */
  readonly keys?: CryptoKeyPair;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

type Sealed = SealedValue & StoredBeside;

/**
 * Opens the encrypted store.
 * @param relayHalf called on each encryption and decryption
 * @param prefix of the names; values of one prefix are rejected under another
 */
export function createEncryptedStore(
  items: StoredItems,
  relayHalf: () => Promise<RelayHalf>,
  prefix = "sealed ",
): EncryptedStore {
  const state = createStore<EncryptedStoreState>(() => ({
    protection: undefined,
    problem: undefined,
  }));
  const report = (problem: EncryptedStoreProblem) => state.setState({ problem });
  let browserHalf: Promise<CryptoKey> | undefined;

  /** The current key. */
  const keyNow = async () => {
    const half = await relayHalf();
    browserHalf ??= browserHalfOf(items);
    const key = await combineHalves(await browserHalf, half);
    state.setState({ protection: half ? "relay" : "browser" });
    return { key, half: await nameOfHalf(half) };
  };
  const place = (name: string) => placeOf(prefix, name);

  return {
    state: toReadable(state),
    async look() {
      await keyNow();
    },
    async read(name) {
      const at = await place(name);
      const sealed = (await items.get(at)) as Sealed | undefined;
      if (!sealed) return undefined;
      const { key, half } = await keyNow();
      if (sealed.half === half) return unseal(key, prefix + name, sealed);
      if (sealed.half === browserAlone) {
        // Any program that was served at this address could have written it.
        await items.delete(at);
        report("discarded");
      } else report(half === browserAlone ? "relay-needed" : "other-relay");
      return undefined;
    },
    async write(name, value, beside) {
      const at = await place(name);
      const { key, half } = await keyNow();
      await items.set(at, { ...(await seal(key, half, prefix + name, value)), ...beside });
      state.setState({ problem: undefined });
    },
    async remove(name) {
      await items.delete(await place(name));
    },
    async readKeys(name) {
      return ((await items.get(await place(name))) as Sealed | undefined)?.keys;
    },
    async isEmpty() {
      return !(await items.names()).some((name) => name.startsWith(prefix));
    },
  };
}
