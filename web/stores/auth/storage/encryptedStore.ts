/** Keeps things sealed in this browser: what lies on the disk is of use to nobody without both halves of its key. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../readableStore.ts";
import {
  browserAlone,
  combineHalves,
  nameOfHalf,
  type RelayHalf,
  type SealedValue,
  seal,
  unseal,
} from "./sealing.ts";
import { browserHalfOf, placeOf, type StoredItems } from "./shelf.ts";

/** Why something that was put here cannot be had back. */
export type EncryptedStoreProblem =
  /** It was sealed with the half of another relay. */
  | "other-relay"
  /** It was sealed with a relay's half, and this tab has none. */
  | "relay-needed"
  /** It was sealed by the browser alone, which is not believed any more; it was deleted. */
  | "discarded";

export interface EncryptedStoreState {
  /** Who holds the key of what is sealed now; undefined until that is known. */
  readonly protection: "relay" | "browser" | undefined;
  readonly trouble: EncryptedStoreProblem | undefined;
}

export interface EncryptedStore {
  readonly state: ReadableStore<EncryptedStoreState>;
  /** Finds out what `state` says. */
  look(): Promise<void>;
  /** @returns what was put under `name`, or undefined where nothing was, or it cannot be opened */
  read(name: string): Promise<unknown>;
  /** @param value as JSON; `keys` beside it are kept as the browser keeps them, not extractable */
  write(name: string, value: unknown, keys?: CryptoKeyPair): Promise<void>;
  remove(name: string): Promise<void>;
  /** The key pair that was kept beside a value. */
  readKeys(name: string): Promise<CryptoKeyPair | undefined>;
  isEmpty(): Promise<boolean>;
}

interface Sealed extends SealedValue {
  readonly keys?: CryptoKeyPair;
}

/** An earlier version kept a key here that opened everything by itself. */
const formerKeyName = "key";
const prefix = "sealed ";

/**
 * Opens the safe of a shelf.
 * @param relayHalf asked whenever something is sealed or opened
 */
export function createEncryptedStore(
  shelf: StoredItems,
  relayHalf: () => Promise<RelayHalf>,
): EncryptedStore {
  const state = createStore<EncryptedStoreState>(() => ({
    protection: undefined,
    trouble: undefined,
  }));
  const tell = (trouble: EncryptedStoreProblem) => state.setState({ trouble });
  let browserHalf: Promise<CryptoKey> | undefined;
  let discarding: Promise<void> | undefined;

  /** What the former key opened must not be opened by it any more, whoever asks. */
  const discardFormer = async () => {
    if ((await shelf.get(formerKeyName)) === undefined) return;
    for (const name of await shelf.names()) {
      if (!name.startsWith(prefix)) continue;
      const sealed = (await shelf.get(name)) as Partial<Sealed> | undefined;
      if (sealed && sealed.half === undefined) {
        await shelf.delete(name);
        tell("discarded");
      }
    }
    await shelf.delete(formerKeyName);
  };
  const ready = () => {
    discarding ??= discardFormer();
    return discarding;
  };

  /** The key of this moment. */
  const keyNow = async () => {
    const half = await relayHalf();
    browserHalf ??= browserHalfOf(shelf);
    const key = await combineHalves(await browserHalf, half);
    state.setState({ protection: half ? "relay" : "browser" });
    return { key, half: await nameOfHalf(half) };
  };
  const place = async (name: string) => {
    await ready();
    return placeOf(prefix, name);
  };

  return {
    state: toReadable(state),
    async look() {
      await ready();
      await keyNow();
    },
    async read(name) {
      const at = await place(name);
      const sealed = (await shelf.get(at)) as Sealed | undefined;
      if (!sealed) return undefined;
      const { key, half } = await keyNow();
      if (sealed.half === half) return unseal(key, name, sealed);
      if (sealed.half === browserAlone) {
        // any program that had this address could have put it here
        await shelf.delete(at);
        tell("discarded");
      } else tell(half === browserAlone ? "relay-needed" : "other-relay");
      return undefined;
    },
    async write(name, value, keys) {
      const at = await place(name);
      const { key, half } = await keyNow();
      await shelf.set(at, { ...(await seal(key, half, name, value)), ...(keys ? { keys } : {}) });
      state.setState({ trouble: undefined });
    },
    async remove(name) {
      await shelf.delete(await place(name));
    },
    async readKeys(name) {
      return ((await shelf.get(await place(name))) as Sealed | undefined)?.keys;
    },
    async isEmpty() {
      await ready();
      return !(await shelf.names()).some((name) => name.startsWith(prefix));
    },
  };
}
