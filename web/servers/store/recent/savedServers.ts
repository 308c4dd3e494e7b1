/** The recent servers of this browser, without secrets. */
import { createStore } from "zustand/vanilla";
import { parseTarget, type Target } from "../../../../shared/config/target.ts";
import { placeholdersIn } from "../../../../shared/recording/placeholders.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { RecentStorage } from "./recentStorage.ts";

/** Newest first; each as written in the address bar. */
export interface SavedServers extends ReadableStore<readonly string[]> {
  /**
   * Moves or adds a server to the front.
   * @param address of the target, with placeholders for secrets
   */
  remember(target: Target, address: string): void;
}

const key = "mcp-playground.servers";
const maxServers = 20;

export function createSavedServers(storage: RecentStorage): SavedServers {
  const store = createStore<readonly string[]>(() => []);
  storage.read(key, (value) => {
    const used = store.getState();
    store.setState([...new Set([...used, ...readServers(value)])].slice(0, maxServers), true);
  });
  store.subscribe((servers) => storage.write(key, servers));
  return {
    ...toReadable(store),
    remember(target, text) {
      // Configured servers are listed by the relay and are not added.
      if (target.shown !== undefined && placeholdersIn(target.shown).length === 0) return;
      const servers = store.getState();
      if (servers[0] === text) return;
      store.setState(
        [text, ...servers.filter((server) => server !== text)].slice(0, maxServers),
        true,
      );
    },
  };
}

function readServers(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (server) => typeof server === "string" && parseTarget(server).kind === "target",
  );
}
