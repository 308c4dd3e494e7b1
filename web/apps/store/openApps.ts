/** The apps that are open, with the tools that they registered. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import type { AppFrame } from "./appState.ts";

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
  /** What is known of an app, for as long as the page is open. */
  knownApp(server: string, uri: string): KnownApp;
  /**
   * Notes the app of a tool.
   * @returns the one that it had before its last change; undefined if it has not changed
   */
  noteUri(serverId: string, toolName: string, uri: string): string | undefined;
  /** Whether the user showed the app of a tool at last, or left it; undefined before the first choice. */
  isWanted(serverId: string, toolName: string): boolean | undefined;
  /** Notes the choice for the next results of the tool, for as long as the page is open. */
  setWanted(serverId: string, toolName: string, isWanted: boolean): void;
  /** Random, the same for all visits: the origins of apps are derived from it. */
  secret(): string;
}

/**
 * One app of one server: what it was granted, which is asked for once, and the frame that it had last.
 * A permission is a feature of the browser, or a source on this machine or in a private network.
 */
export interface KnownApp {
  lastFrame: Omit<AppFrame, "generation"> | undefined;
  isDecided(permission: string): boolean;
  isGranted(permission: string): boolean;
  decide(permissions: readonly string[], isGranted: boolean): void;
  /** Asks for them again. */
  forget(permissions: readonly string[]): void;
}

const key = "mcp-playground.apps";

/** @param storage local storage */
export function createOpenApps(storage: TextStorage, newId: () => string): OpenApps {
  const store = createStore<OpenAppsState>(() => ({ open: [], chosen: undefined }));
  const uris = new Map<string, { readonly uri: string; readonly before: string | undefined }>();
  const wanted = new Map<string, boolean>();
  const knownApps = new Map<string, KnownApp>();
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
    knownApp(server, uri) {
      const place = JSON.stringify([server, uri]);
      const app = knownApps.get(place) ?? createKnownApp();
      knownApps.set(place, app);
      return app;
    },
    noteUri(serverId, toolName, uri) {
      const place = JSON.stringify([serverId, toolName]);
      const known = uris.get(place);
      const before = known?.uri === uri ? known.before : known?.uri;
      uris.set(place, { uri, before });
      return before;
    },
    isWanted: (serverId, toolName) => wanted.get(JSON.stringify([serverId, toolName])),
    setWanted: (serverId, toolName, isWanted) =>
      void wanted.set(JSON.stringify([serverId, toolName]), isWanted),
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

/** An app of which nothing is known. */
export function createKnownApp(): KnownApp {
  const decided = new Map<string, boolean>();
  return {
    lastFrame: undefined,
    isDecided: (permission) => decided.has(permission),
    isGranted: (permission) => decided.get(permission) === true,
    decide(asked, isGranted) {
      for (const permission of asked) decided.set(permission, isGranted);
    },
    forget(asked) {
      for (const permission of asked) decided.delete(permission);
    },
  };
}
