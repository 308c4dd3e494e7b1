/** Stores values for placeholders in addresses: in memory, and encrypted on this device if the user wants that. */
import type { Answers } from "../../../../shared/config/fillServer.ts";
import type { EncryptedStore } from "../../../platform/storage/encryptedStore.ts";

export interface AskedValues {
  /** Undefined if this browser cannot encrypt. */
  readonly store: () => Promise<EncryptedStore | undefined>;
  /**
   * @param address with placeholders
   * @returns the last values, and whether they are stored on this device
   */
  recall(address: string): Promise<{ readonly values: Answers; readonly isStored: boolean }>;
  /** Stores values in memory, and adds them to or removes them from this device. */
  keep(address: string, values: Answers, isStored: boolean): Promise<void>;
}

const nameOf = (address: string) => `values ${address}`;

/** @param openStore loads the encrypted store when it is first needed */
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
      const encryptedStore = await store();
      await (isStored
        ? encryptedStore?.write(nameOf(address), values)
        : encryptedStore?.remove(nameOf(address)));
    },
  };
}
