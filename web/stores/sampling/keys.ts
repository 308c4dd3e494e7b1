/** Keys of model providers: in this tab's memory, and encrypted on this device where the user wants that. */
import { getOwn } from "../../../shared/core/getOwn.ts";
import type { EncryptedStore } from "../auth/storage/encryptedStore.ts";
import { type ConfiguredModel, keyOriginOf } from "./models.ts";

type KeyOwner = Pick<ConfiguredModel, "id" | "provider" | "baseUrl">;

export interface ModelKeys {
  /** Undefined where this browser cannot encrypt. */
  readonly store: () => Promise<EncryptedStore | undefined>;
  /** The key of a model; undefined where there is none for the place that the model is at now. */
  find(model: KeyOwner & Pick<ConfiguredModel, "isKeyStored">): Promise<string | undefined>;
  /**
   * Keeps a key in memory, and on this device or no longer there.
   * @returns whether it is stored on this device
   */
  keep(model: KeyOwner, key: string, isStored: boolean): Promise<boolean>;
  /** Removes a key from memory and from this device. */
  forget(model: KeyOwner): Promise<void>;
}

/**
 * The name holds the origin: a model that somebody moved to another address in the browser's storage,
 * which is not encrypted, has no key there.
 */
const nameOf = (model: KeyOwner) => `model ${keyOriginOf(model)} ${model.id}`;

/** @param openStore fetches the code of the encrypted store on first need */
export function createModelKeys(openStore: () => Promise<EncryptedStore | undefined>): ModelKeys {
  const memory = new Map<string, string>();
  const store = () => openStore().catch(() => undefined);
  return {
    store,
    async find(model) {
      const name = nameOf(model);
      const known = memory.get(name);
      if (known !== undefined || !model.isKeyStored) return known;
      const value = await (await store())?.read(name).catch(() => undefined);
      const key = getOwn(value, "key");
      if (typeof key !== "string") return undefined;
      memory.set(name, key);
      return key;
    },
    async keep(model, key, isStored) {
      const name = nameOf(model);
      memory.set(name, key);
      const safe = await store();
      try {
        await (isStored ? safe?.write(name, { key }) : safe?.remove(name));
        return isStored && safe !== undefined;
      } catch {
        return false;
      }
    },
    async forget(model) {
      const name = nameOf(model);
      memory.delete(name);
      await (await store())?.remove(name).catch(() => undefined);
    },
  };
}
