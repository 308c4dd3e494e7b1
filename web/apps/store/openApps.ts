/** The apps that are open, with the tools that they registered; an app ends with its server, not with the component that shows it. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import type { Connection } from "../../servers/store/connections/connection.ts";
import { whenServerCloses } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import { createKnownApp, type KnownApp } from "./knownApp.ts";
import type { RunningApp } from "./runningAppTypes.ts";

/** A call whose result is shown as an app. */
export interface ShownCall {
  readonly serverId: string;
  readonly toolName: string;
  /** The connection that the app uses: after a restart, the same result is another app. */
  readonly connectionId: string;
  /** The log entry of the request, and when it was sent. */
  readonly seq: number;
  readonly startedAt: number;
  /** The resource that holds the app. */
  readonly uri: string;
  /** The conversation whose model made the call; undefined beside the result on the tool's page. */
  readonly conversationId: string | undefined;
}

/** An open app. */
export interface OpenApp {
  readonly id: string;
  readonly call: ShownCall;
  readonly app: RunningApp;
  readonly tools: readonly Item[];
  /** Whether a component shows it. */
  readonly isSeen: boolean;
}

interface OpenAppsState {
  /** Those that were shown last are the last. */
  readonly open: readonly OpenApp[];
  /** The tool of an app whose form is shown. */
  readonly chosen: { readonly appId: string; readonly name: string } | undefined;
}

export interface OpenApps extends ReadableStore<OpenAppsState> {
  /**
   * Shows the app of a call: the one that is open, or a new one. It replaces that of an earlier call
   * of the tool; in a conversation each call has its own.
   * @returns the function to call when it is not seen any more; it goes on running
   */
  show(call: ShownCall, connection: Connection, create: () => RunningApp): () => void;
  /** Ends the apps of some calls. */
  end(isOver: (call: ShownCall) => boolean): void;
  /** Shows the form of a tool. */
  choose(appId: string, name: string): void;
  /** What is known of an app, for as long as the page is open. */
  knownApp(server: string, uri: string): KnownApp;
  /**
   * Notes the app of a tool.
   * @returns the one that it had before its last change; undefined if it has not changed
   */
  noteUri(serverId: string, toolName: string, uri: string): string | undefined;
  /** Random, the same for all visits: the origins of apps are derived from it. */
  secret(): string;
}

interface OpenAppsOptions {
  /** Local storage. */
  readonly storage: TextStorage;
  readonly newId: () => string;
  readonly servers: Servers;
}

const key = "mcp-playground.apps";

/** Apps that go on running while nothing shows them; the one that was left first ends first. */
const maximumUnseen = 4;

/** The app of a call, if it is open. */
export function appOfCall({ open }: OpenAppsState, call: ShownCall): RunningApp | undefined {
  return open.find((one) => isSame(one.call, call))?.app;
}

export function createOpenApps({ storage, newId, servers }: OpenAppsOptions): OpenApps {
  const store = createStore<OpenAppsState>(() => ({ open: [], chosen: undefined }));
  /** By server and tool. */
  const uris = new Map<string, Map<string, ToolUri>>();
  const knownApps = new Map<string, KnownApp>();
  const { getState, setState } = store;

  const close = ({ id, app }: OpenApp) => {
    setState(({ open, chosen }) => ({
      open: open.filter((other) => other.id !== id),
      chosen: chosen?.appId === id ? undefined : chosen,
    }));
    app.close();
  };
  const closeWhere = (isOver: (one: OpenApp) => boolean) => {
    for (const one of getState().open) if (isOver(one)) close(one);
  };
  const change = (id: string, changed: Partial<OpenApp>) =>
    setState(({ open }) => ({
      open: open.map((one) => (one.id === id ? { ...one, ...changed } : one)),
    }));
  const leave = (id: string, connection: Connection) => {
    change(id, { isSeen: false });
    const unseen = getState().open.filter(({ isSeen }) => !isSeen);
    const isOver = connection.state.getState().kind === "closed";
    const over = unseen.slice(0, Math.max(0, unseen.length - maximumUnseen));
    closeWhere((one) => over.includes(one) || (isOver && one.id === id && !one.isSeen));
  };
  const add = (call: ShownCall, connection: Connection, app: RunningApp): OpenApp => {
    const { id } = app;
    app.subscribe(({ tools }, before) => {
      if (tools !== before.tools) change(id, { tools });
    });
    const stop = connection.state.subscribe(({ kind }) => {
      if (kind !== "closed") return;
      stop();
      // what is seen stays until the server is connected again
      closeWhere((one) => one.id === id && !one.isSeen);
    });
    return { id, call, app, tools: app.getState().tools, isSeen: true };
  };

  whenServerCloses(servers, (id) => {
    closeWhere(({ call }) => call.serverId === id);
    uris.delete(id);
  });

  return {
    ...toReadable(store),
    show(call, connection, create) {
      const known = getState().open.find((one) => isSame(one.call, call));
      closeWhere((one) => one !== known && isInPlaceOf(one.call, call));
      const shown = known ? { ...known, isSeen: true } : add(call, connection, create());
      const { id } = shown;
      setState(({ open }) => ({ open: [...open.filter((one) => one.id !== id), shown] }));
      shown.app.resume();
      return () => leave(id, connection);
    },
    end: (isOver) => closeWhere(({ call }) => isOver(call)),
    knownApp(server, uri) {
      const place = JSON.stringify([server, uri]);
      const app = knownApps.get(place) ?? createKnownApp();
      knownApps.set(place, app);
      return app;
    },
    noteUri(serverId, toolName, uri) {
      const ofServer = uris.get(serverId) ?? new Map<string, ToolUri>();
      const known = ofServer.get(toolName);
      const before = known?.uri === uri ? known.before : known?.uri;
      uris.set(serverId, ofServer.set(toolName, { uri, before }));
      return before;
    },
    choose: (appId, name) => setState({ chosen: { appId, name } }),
    secret() {
      const known = storage.getItem(key);
      if (known !== null) return known;
      const created = newId();
      storage.setItem(key, created);
      return created;
    },
  };
}

interface ToolUri {
  readonly uri: string;
  readonly before: string | undefined;
}

function isSame(one: ShownCall, other: ShownCall): boolean {
  return (
    isInPlaceOf(one, other) &&
    one.connectionId === other.connectionId &&
    one.seq === other.seq &&
    one.startedAt === other.startedAt &&
    one.uri === other.uri
  );
}

/** Whether both cannot be open at once. */
function isInPlaceOf(one: ShownCall, other: ShownCall): boolean {
  return (
    one.serverId === other.serverId &&
    one.toolName === other.toolName &&
    one.conversationId === other.conversationId &&
    (one.conversationId === undefined || one.seq === other.seq)
  );
}
