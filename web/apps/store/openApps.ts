/** The apps that are open, with the tools that they registered. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import type { Item } from "../../servers/store/catalog/items.ts";

/** An open app. */
export interface OpenApp {
  readonly id: string;
  readonly serverId: string;
  /** The tool beside whose result it is. */
  readonly toolName: string;
  readonly tools: readonly Item[];
}

interface OpenAppsState {
  readonly open: readonly OpenApp[];
  /** The tool of an app whose form is shown. */
  readonly chosen: { readonly appId: string; readonly name: string } | undefined;
}

/** What the store reads of a running app. */
type Running = { readonly id: string } & ReadableStore<{ readonly tools: readonly Item[] }>;

export interface OpenApps extends ReadableStore<OpenAppsState> {
  /** @returns the function that removes it */
  add(serverId: string, toolName: string, app: Running): () => void;
  /** Shows the form of a tool. */
  choose(appId: string, name: string): void;
  /** Random, the same for all visits: the origins of apps are derived from it. */
  secret(): string;
}

const key = "mcp-playground.apps";

/** @param storage local storage */
export function createOpenApps(storage: TextStorage, newId: () => string): OpenApps {
  const store = createStore<OpenAppsState>(() => ({ open: [], chosen: undefined }));
  return {
    ...toReadable(store),
    add(serverId, toolName, app) {
      const { id } = app;
      const set = () =>
        store.setState(({ open }) => {
          const own = { id, serverId, toolName, tools: app.getState().tools };
          return { open: [...open.filter((other) => other.id !== id), own] };
        });
      set();
      const stop = app.subscribe((state, before) => {
        if (state.tools !== before.tools) set();
      });
      return () => {
        stop();
        store.setState(({ open }) => ({ open: open.filter((other) => other.id !== id) }));
      };
    },
    choose: (appId, name) => store.setState({ chosen: { appId, name } }),
    secret() {
      const known = storage.getItem(key);
      if (known !== null) return known;
      const created = newId();
      storage.setItem(key, created);
      return created;
    },
  };
}
