/** The apps that are open, with the tools that they registered. */
import { createStore } from "zustand/vanilla";
import type { AppPermission } from "../../../shared/apps/appResource.ts";
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
  /** What the user decided about the permissions of an app, for as long as the page is open. */
  permissionsOf(server: string, uri: string): AppPermissions;
  /** Notes the app of a tool. @returns the one that it had before, if that was another */
  noteUri(serverId: string, toolName: string, uri: string): string | undefined;
  /** Random, the same for all visits: the origins of apps are derived from it. */
  secret(): string;
}

/** The permissions of one app of one server, which are asked for once. */
export interface AppPermissions {
  isDecided(permission: AppPermission): boolean;
  isGranted(permission: AppPermission): boolean;
  decide(permissions: readonly AppPermission[], isGranted: boolean): void;
}

const key = "mcp-playground.apps";

/** @param storage local storage */
export function createOpenApps(storage: TextStorage, newId: () => string): OpenApps {
  const store = createStore<OpenAppsState>(() => ({ open: [], chosen: undefined }));
  const uris = new Map<string, string>();
  const permissions = new Map<string, Map<AppPermission, boolean>>();
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
    permissionsOf(server, uri) {
      const place = JSON.stringify([server, uri]);
      const decided = permissions.get(place) ?? new Map<AppPermission, boolean>();
      permissions.set(place, decided);
      return {
        isDecided: (permission) => decided.has(permission),
        isGranted: (permission) => decided.get(permission) === true,
        decide(asked, isGranted) {
          for (const permission of asked) decided.set(permission, isGranted);
        },
      };
    },
    noteUri(serverId, toolName, uri) {
      const place = JSON.stringify([serverId, toolName]);
      const before = uris.get(place);
      uris.set(place, uri);
      return before === uri ? undefined : before;
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
