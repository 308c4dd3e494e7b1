/** The servers this browser was connected to last, without anything secret. */
import { createStore } from "zustand/vanilla";
import { parseTarget, type Target } from "../../../shared/config/target.ts";
import { maskedAddress, placeholdersIn } from "../../../shared/recording/placeholders.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../storedJson.ts";

/** Newest first; each as it is written in the address bar. */
export interface SavedServers extends ReadableStore<readonly string[]> {
  /** Puts a server first. */
  remember(target: Target): void;
}

const key = "mcp-playground.servers";
const most = 20;

export function createSavedServers(storage: TextStorage): SavedServers {
  const store = createStore<readonly string[]>(() => readServers(readJson(storage, key)));
  store.subscribe((servers) => writeJson(storage, key, servers));
  return {
    ...toReadable(store),
    remember(target) {
      // what has a name of its own is found by it, wherever it comes from
      if (target.shown !== undefined && placeholdersIn(target.shown).length === 0) return;
      const text = maskedAddress(target);
      const servers = store.getState();
      if (servers[0] === text) return;
      store.setState([text, ...servers.filter((server) => server !== text)].slice(0, most), true);
    },
  };
}

function readServers(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((server) => typeof server === "string" && parseTarget(server).kind === "target")
    .slice(0, most);
}
