/** Measures and clears what this browser stores for the page. */
import { collectionsDatabase } from "../../calls/store/collections/storedCollections.ts";
import type { CallHistory } from "../../calls/store/history/callHistory.ts";
import { historyDatabase } from "../../calls/store/history/callHistory.ts";
import { chatsDatabase } from "../../chat/store/storedChats.ts";
import type { OpenSealedItems, SealedItems } from "../../platform/storage/sealedItems.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import { recentDatabase } from "../../servers/store/recent/sealedRecent.ts";
import { databaseOf, deleteClosedTabs, knownTabs } from "./tabDatabases.ts";

export type StoredKind = "tab" | "other-tabs" | "history" | "collections" | "chats" | "settings";

export interface StoredData {
  /** Bytes, encrypted and without the database's own. */
  sizes(): Promise<Readonly<Record<StoredKind, number>>>;
  clear(kind: StoredKind): Promise<void>;
}

interface StoredDataOptions {
  /** Of this tab; undefined if nothing is stored yet. */
  readonly tabId: string | undefined;
  readonly storage: TextStorage;
  /** The names in `storage`. */
  readonly names: () => readonly string[];
  readonly sealedItems: OpenSealedItems;
  readonly history: CallHistory;
  /** Removes the saved servers with their encrypted parts, and what was approved. */
  readonly forgetServers: () => Promise<void>;
}

const prefix = "mcp-playground.";
/** Items that the other kinds need, and the mark that encrypted credentials exist. */
const kept = [`${prefix}tabs`, `${prefix}has-sealed-credentials`];

export function createStoredData(options: StoredDataOptions): StoredData {
  const { tabId, storage, names, sealedItems, history } = options;
  const sizeOf = async (database: string) => sizeOfItems(await sealedItems(database));
  const clearItems = async (database: string) => clearAll(await sealedItems(database));
  const own = () => names().filter((name) => name.startsWith(prefix) && !kept.includes(name));
  const others = () => knownTabs(storage).filter(([id]) => id !== tabId);
  return {
    async sizes() {
      const tabs = await Promise.all(others().map(([id]) => sizeOf(databaseOf(id))));
      return {
        tab: tabId === undefined ? 0 : await sizeOf(databaseOf(tabId)),
        "other-tabs": tabs.reduce((sum, size) => sum + size, 0),
        history: await sizeOf(historyDatabase),
        collections: await sizeOf(collectionsDatabase),
        chats: await sizeOf(chatsDatabase),
        settings: own().reduce(
          (sum, name) => sum + (storage.getItem(name)?.length ?? 0),
          await sizeOf(recentDatabase),
        ),
      };
    },
    async clear(kind) {
      switch (kind) {
        case "tab": {
          if (tabId !== undefined) await clearItems(databaseOf(tabId));
          return;
        }
        case "other-tabs":
          return deleteClosedTabs(storage, tabId);
        case "history":
          return history.clear();
        case "collections":
          return clearItems(collectionsDatabase);
        case "chats":
          return clearItems(chatsDatabase);
        case "settings":
          await options.forgetServers();
          await clearItems(recentDatabase);
          for (const name of own()) storage.removeItem(name);
      }
    },
  };
}

async function clearAll(items: SealedItems): Promise<void> {
  for (const name of await items.names()) await items.remove(name);
}

async function sizeOfItems(items: SealedItems): Promise<number> {
  const sizes = await Promise.all((await items.names()).map(items.size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
