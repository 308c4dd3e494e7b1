/**
 * Keys of model providers: in this tab's memory, and encrypted on this device if the user chooses
 * that.
 */
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import type { EncryptedStore } from "../../platform/storage/encryptedStore.ts";
import { type ConfiguredModel, keyOriginOf } from "./models.ts";

type KeyOwner = Pick<ConfiguredModel, "id" | "provider" | "baseUrl">;

type StoredKeyOwner = KeyOwner & Pick<ConfiguredModel, "isKeyStored">;

export interface ModelKeys {
  /** Undefined where this browser cannot encrypt. */
  readonly store: () => Promise<EncryptedStore | undefined>;
  /** The key of a model; undefined if there is none for its current origin. */
  find(model: StoredKeyOwner): Promise<string | undefined>;
  /**
   * Keeps a key in memory, and stores it on this device or removes it there.
   * @returns whether it is stored on this device
   */
  keep(model: KeyOwner, key: string, isStored: boolean): Promise<boolean>;
  /**
   * Stores a new key, or the stored key of the model before the change, for the changed model.
   * @param key empty to leave the key as it is
   * @returns whether it is stored on this device
   */
  update(
    before: StoredKeyOwner | undefined,
    model: KeyOwner,
    key: string,
    isStored: boolean,
  ): Promise<boolean>;
  /** Removes a key from memory and from this device. */
  forget(model: KeyOwner): Promise<void>;
}

/**
 * The name contains the origin: a model whose address was changed in the browser's storage, which
 * is not encrypted, has no key there.
 */
const nameOf = (model: KeyOwner) => `model ${keyOriginOf(model)} ${model.id}`;

/** @param openStore loads the code of the encrypted store when it is first needed */
export function createModelKeys(openStore: () => Promise<EncryptedStore | undefined>): ModelKeys {
  const memory = new Map<string, string>();
  const store = () => openStore().catch(() => undefined);
  const keys: ModelKeys = {
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
      const encryptedStore = await store();
      try {
        await (isStored ? encryptedStore?.write(name, { key }) : encryptedStore?.remove(name));
        return isStored && encryptedStore !== undefined;
      } catch {
        return false;
      }
    },
    async update(before, model, key, isStored) {
      const moved = before !== undefined && nameOf(before) !== nameOf(model);
      // a provider at another origin must not get the key of the previous one
      if (moved) await keys.forget(before);
      const kept = key || (before && !moved ? await keys.find(before) : undefined);
      return kept === undefined ? false : keys.keep(model, kept, isStored);
    },
    async forget(model) {
      const name = nameOf(model);
      memory.delete(name);
      await (await store())?.remove(name).catch(() => undefined);
    },
  };
  return keys;
}
