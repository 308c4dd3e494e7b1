/** Encrypts what is remembered of recent servers: another program may have written to this address's local storage. */
import { createSerialTasks } from "../../../../shared/core/serialTasks.ts";
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
  const tasks = createSerialTasks();
  /** The stored values as JSON: one that was only read is not written, as a tab may have changed it. */
  const known = new Map<string, string>();
  /** Reads and writes one after the other; where the browser stores nothing, neither is done. */
  const enqueue = (key: string, task: () => Promise<unknown>) => {
    tasks.run(key, task).catch(() => {});
  };
  return {
    read(key, use) {
      if (readJson(storage, key) === elsewhere) {
        enqueue(key, async () => {
          const value = (await (await open()).read(key)) ?? [];
          known.set(key, JSON.stringify(value));
          use(value);
        });
      } else storage.removeItem(key);
    },
    write(key, value) {
      enqueue(key, async () => {
        const text = JSON.stringify(value);
        if (text === known.get(key) || !(await (await open()).write(key, value))) return;
        known.set(key, text);
        writeJson(storage, key, elsewhere);
      });
    },
  };
}
