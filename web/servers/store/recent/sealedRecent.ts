/** Encrypts what is remembered of recent servers: another program may have written to this address's local storage. */
import type { OpenSealedItems } from "../../../platform/storage/sealedItems.ts";
import { readJson, type TextStorage, writeJson } from "../../../platform/storedJson.ts";
import type { RecentStorage } from "./recentStorage.ts";

export const recentDatabase = "mcp-playground.recent";
/** In `storage` where there is an encrypted value. */
const elsewhere = "encrypted";

export function createSealedStorage(
  storage: TextStorage,
  sealedItems: OpenSealedItems,
): RecentStorage {
  const open = async () => {
    const items = await sealedItems(recentDatabase);
    await items.ready();
    return items;
  };
  const last = new Map<string, Promise<unknown>>();
  /** The stored values as JSON: one that was only read is not written, as a tab may have changed it. */
  const known = new Map<string, string>();
  /** Reads and writes one after the other; where the browser stores nothing, neither is done. */
  const inTurn = (key: string, next: () => Promise<unknown>) => {
    const before = last.get(key) ?? Promise.resolve();
    last.set(
      key,
      before.then(next).catch(() => undefined),
    );
  };
  return {
    read(key, use) {
      if (readJson(storage, key) === elsewhere) {
        inTurn(key, async () => {
          const value = (await (await open()).read(key)) ?? [];
          known.set(key, JSON.stringify(value));
          use(value);
        });
      } else storage.removeItem(key);
    },
    write(key, value) {
      inTurn(key, async () => {
        const text = JSON.stringify(value);
        if (text === known.get(key) || !(await (await open()).write(key, value))) return;
        known.set(key, text);
        writeJson(storage, key, elsewhere);
      });
    },
  };
}
