/** Values for the placeholders in an address: in this tab's memory, and encrypted on this device where the user wants that. */
import type { Answers } from "../../../shared/config/fillServer.ts";
import type { EncryptedStore } from "../auth/storage/encryptedStore.ts";

export interface AskedValues {
  /** Undefined where this browser cannot encrypt. */
  readonly store: () => Promise<EncryptedStore | undefined>;
  /**
   * @param address with placeholders
   * @returns what was answered last, and whether that is stored on this device
   */
  recall(address: string): Promise<{ readonly values: Answers; readonly isStored: boolean }>;
  /** Keeps answers in memory, and on this device or no longer there. */
  keep(address: string, values: Answers, isStored: boolean): Promise<void>;
}

const nameOf = (address: string) => `values ${address}`;

/** @param openStore fetches the code of the encrypted store on first need */
export function createAskedValues(
  openStore: () => Promise<EncryptedStore | undefined>,
): AskedValues {
  const memory = new Map<string, Answers>();
  let opened: Promise<EncryptedStore | undefined> | undefined;
  const store = () => {
    opened ??= openStore().catch(() => undefined);
    return opened;
  };
  return {
    store,
    async recall(address) {
      const stored = (await (await store())?.read(nameOf(address)).catch(() => undefined)) as
        | Answers
        | undefined;
      return { values: memory.get(address) ?? stored ?? {}, isStored: stored !== undefined };
    },
    async keep(address, values, isStored) {
      memory.set(address, values);
      const safe = await store();
      await (isStored ? safe?.write(nameOf(address), values) : safe?.remove(nameOf(address)));
    },
  };
}
