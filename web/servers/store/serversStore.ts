/** The servers of this tab, each with its address, settings, selection and connection; the unit of the page's state. */
import { createStore } from "zustand/vanilla";
import { formatTarget, type Target } from "../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import type { Selection } from "../../view/selection.ts";
import { createStoredRoutes } from "./routes.ts";
import {
  type AddressSource,
  activeServer,
  addressedServer,
  type EnteredServer,
  type Server,
  type ServersState,
  serverKey,
  serverWithKey,
} from "./server.ts";
import { newSettings, type ServerDefaultsStore, type ServerSettings } from "./settings.ts";

/** What a link proposes. */
type LinkedServer = Pick<EnteredServer, "address" | "settings" | "selection">;

interface ChosenServer {
  /** The name of a saved server, which has credentials of its own. */
  readonly savedName?: string | undefined;
  /** Whether others wrote it: it gets nothing that was not set for it. */
  readonly isForeign?: boolean;
}

interface EntryOptions extends ChosenServer {
  readonly source?: AddressSource;
  readonly id?: string;
}

/** A server that is opened without the address bar. */
export type NewServer = Pick<Server, "target"> & Partial<Server>;

export interface Servers extends ReadableStore<ServersState> {
  /**
   * Changes the text of the address bar to what the user typed; that of a link stays one.
   * @param isPasted whether the change was to paste or drop a part of it
   */
  write(address: string, isPasted?: boolean): void;
  /** Writes what the user pasted into the address bar, or the server that was read from it. */
  paste(address: string, options?: ChosenServer): void;
  /** Writes a server that the user chose into the address bar. */
  choose(address: string, options?: ChosenServer): void;
  /** Shows the server of a link; no open server changes, and none is active. */
  enterLink(link: LinkedServer): void;
  /** Empties the address bar and shows no server. */
  makeRoom(): void;
  /** Changes the command of a server; its settings stay, and a connection follows when it restarts. */
  editCommand(id: string, address: string): void;
  /** Changes settings of one server. */
  change(id: string, settings: Partial<ServerSettings>): void;
  /** The settings of a server for which nothing was set. */
  newSettings(address: string): ServerSettings;
  /** The settings with which the server of a link starts: those that were set for its address. */
  settingsOfLink(address: string): ServerSettings;
  /** Selects an item, or none, of the server that the page shows by default. */
  select(selection: Selection | undefined, id?: string): void;
  /**
   * Opens the entered server in place of the active one, which the caller closes.
   * @returns its id: that of the closed server with this address, if there is one
   */
  openEntered(target: Target): string;
  /** Adds a server at the end; the active one does not change. @returns its id */
  add(server: NewServer): string;
  /** Sets the newest attempt to connect to a server. */
  attach(id: string, attempt: Pick<Server, "target" | "connection" | "applied" | "source">): void;
  /** Notes a further connection of a server, whose messages belong to it. */
  noteAttempt(id: string, connectionId: string): void;
  /** Notes secrets before they are sent, so that they are masked wherever they occur. */
  noteSecrets(secrets: readonly string[]): void;
  /** @param id undefined shows the entered server */
  activate(id: string | undefined): void;
  /** @param name an empty name stands for the server's own */
  rename(id: string, name: string): void;
  /** Moves a server to a place, counted from 0. */
  move(id: string, index: number): void;
  /** Removes a server; if it was active, its neighbour becomes active. */
  remove(id: string): void;
  /** Restores the state of an earlier page besides its open servers. */
  restore(state: Partial<Pick<ServersState, "entered" | "closed" | "attempts">>): void;
}

interface ServersOptions {
  readonly newId: () => string;
  readonly defaults: ServerDefaultsStore;
  /** Local storage; remembers the routes. */
  readonly storage: TextStorage;
}

/** Servers that are not open and whose settings are kept. */
const maxClosed = 50;

export function createServers({ newId, defaults, storage }: ServersOptions): Servers {
  const routes = createStoredRoutes(storage);

  /** What a server starts with that is not open. */
  const initial = (
    { closed, open }: Pick<ServersState, "closed" | "open">,
    address: string,
    isForeign: boolean,
  ): Pick<EnteredServer, "settings"> & { readonly credentials?: string } => {
    const key = serverKey(address);
    // settings that were made before any server was named do not go to one that others wrote
    const known = isForeign && key === "" ? undefined : closed.get(key);
    if (known) return known;
    const same = serverWithKey(open, key);
    // a second connection to a server starts with the settings of the first one
    if (same) {
      return { settings: { ...same.settings, sessionId: "" }, credentials: same.credentials };
    }
    const unnamed = isForeign ? undefined : closed.get("");
    const route = routes.of(address);
    return {
      settings: unnamed ? { ...unnamed.settings, route } : newSettings(defaults.getState(), route),
    };
  };
  const entry = (
    state: Pick<ServersState, "closed" | "open">,
    address: string,
    {
      source = "person",
      id = newId(),
      savedName,
      isForeign = source === "link",
    }: EntryOptions = {},
  ): EnteredServer => {
    const { settings, credentials = id } = initial(state, address, isForeign);
    return {
      id,
      address,
      source,
      name: savedName,
      settings,
      selection: undefined,
      credentials: savedName === undefined ? credentials : id,
      lost: undefined,
    };
  };

  const store = createStore<ServersState>(() => {
    const none = { open: new Map(), closed: new Map() };
    return {
      ...none,
      activeId: undefined,
      entered: entry(none, ""),
      isEntering: false,
      attempts: new Map(),
      sentSecrets: new Set(),
    };
  });
  const { getState, setState } = store;
  defaults.subscribe(() =>
    setState((state) => {
      const { address, source } = state.entered;
      if (source === "link") return {};
      return { entered: { ...state.entered, settings: initial(state, address, false).settings } };
    }),
  );

  /** The address bar shows the active server again. */
  const leaveEntry = (state: ServersState) =>
    state.isEntering ? { isEntering: false, entered: entry(state, "") } : {};

  const enter = (
    address: string,
    source: AddressSource,
    { savedName, isForeign = source === "link" }: ChosenServer = {},
  ) =>
    setState((state) => {
      const active = activeServer(state);
      const key = serverKey(address);
      if (active && key !== "" && key === serverKey(active.address)) {
        return { open: put(state.open, { ...active, address, source }), ...leaveEntry(state) };
      }
      const { id, selection } = state.entered;
      const entered = {
        ...entry(state, address, { source, id, savedName, isForeign }),
        selection,
      };
      const isEntering = active !== undefined;
      // it has settings of its own from now on
      const isOwn = isForeign && source !== "link";
      return { entered, isEntering, ...(isOwn && { closed: keep(state.closed, key, entered) }) };
    });

  const changeEntered = (state: ServersState, change: Partial<ServerSettings>) => {
    const { closed, open } = state;
    const entered = { ...state.entered, settings: { ...state.entered.settings, ...change } };
    // what a link proposes is kept once the user has agreed to it
    if (entered.source === "link") return { entered };
    const key = serverKey(entered.address);
    const next = new Map(closed);
    // settings that were made before now belong to this server
    if (!closed.has(key) && !serverWithKey(open, key)) next.delete("");
    return { entered, closed: keep(next, key, entered) };
  };

  return {
    ...toReadable(store),
    write(address, isPasted = false) {
      const now = addressedServer(getState());
      // the field reports its text again when it is set from outside
      if (address !== now.address) {
        enter(address, now.source === "link" ? "link" : isPasted ? "pasted" : "person");
      }
    },
    paste: (address, options) => enter(address, "pasted", options),
    choose: (address, options) => enter(address, "person", options),
    enterLink: (link) =>
      setState((state) => ({
        entered: { ...entry(state, link.address, { source: "link" }), ...link },
        activeId: undefined,
        isEntering: false,
      })),
    makeRoom: () =>
      setState((state) => ({
        activeId: undefined,
        isEntering: false,
        entered: entry(state, ""),
      })),
    editCommand: (id, address) =>
      setState(({ open, entered, closed }) => {
        const server = open.get(id);
        if (server) return { open: put(open, { ...server, address }) };
        if (entered.id !== id) return {};
        const edited = { ...entered, address };
        return { entered: edited, closed: keep(closed, serverKey(address), edited) };
      }),
    change(id, change) {
      const { open, entered } = getState();
      const server = open.get(id);
      const { address } = server ?? entered;
      if (change.route !== undefined && change.route !== routes.of(address)) {
        routes.note(address, change.route);
      }
      if (server) {
        setState({ open: put(open, { ...server, settings: { ...server.settings, ...change } }) });
      } else if (entered.id === id) setState((state) => changeEntered(state, change));
    },
    newSettings: (address) => newSettings(defaults.getState(), routes.of(address)),
    settingsOfLink: (address) => initial(getState(), address, true).settings,
    select: (selection, id) =>
      setState((state) => {
        const { open, activeId, entered } = state;
        const server = open.get(id ?? activeId ?? "");
        if (server) return { open: put(open, { ...server, selection }) };
        const isEntered = id === undefined ? activeId === undefined : entered.id === id;
        return isEntered ? { entered: { ...entered, selection } } : {};
      }),
    openEntered(target) {
      const { open, closed, entered, activeId } = getState();
      const key = serverKey(entered.address);
      const known = closed.get(key);
      const id = known && !open.has(known.id) ? known.id : entered.id;
      const server = { ...entered, id, source: "person" as const, ...unconnected(target) };
      const left = new Map(closed);
      left.delete(key);
      // settings that were made before a server was named went to this one
      if (!known && entered.source !== "link" && !serverWithKey(open, key)) left.delete("");
      const others = [...open];
      const at = others.findIndex(([other]) => other === activeId);
      others.splice(at < 0 ? others.length : at, 0, [id, server]);
      const next = { open: new Map(others), closed: left };
      setState({ ...next, activeId: id, isEntering: false, entered: entry(next, "") });
      return id;
    },
    add(server) {
      const { address = formatTarget(server.target), source = "person" } = server;
      const id = server.id ?? newId();
      const added = {
        ...entry(getState(), address, { source, id }),
        ...unconnected(server.target),
        ...server,
      };
      setState(({ open, attempts }) => ({
        open: put(open, added),
        attempts: withAttempt(attempts, added),
      }));
      return id;
    },
    attach: (id, attempt) =>
      setState(({ open, attempts }) => {
        const server = open.get(id);
        if (!server) return {};
        const attached: Server = { ...server, ...attempt, lost: undefined };
        return { open: put(open, attached), attempts: withAttempt(attempts, attached) };
      }),
    noteAttempt: (id, connectionId) =>
      setState(({ attempts }) => ({ attempts: new Map(attempts).set(connectionId, id) })),
    noteSecrets: (secrets) =>
      setState(({ sentSecrets }) => ({ sentSecrets: new Set([...sentSecrets, ...secrets]) })),
    activate: (id) =>
      setState((state) =>
        id === state.activeId || (id !== undefined && !state.open.has(id))
          ? {}
          : { ...leaveEntry(state), activeId: id },
      ),
    rename: (id, name) =>
      setState(({ open }) => {
        const server = open.get(id);
        return server ? { open: put(open, { ...server, name: name.trim() || undefined }) } : {};
      }),
    move: (id, index) =>
      setState(({ open }) => {
        const moved = open.get(id);
        if (!moved) return {};
        const others = [...open].filter(([other]) => other !== id);
        return { open: new Map(others.toSpliced(Math.max(0, index), 0, [id, moved])) };
      }),
    remove: (id) =>
      setState((state) => {
        const removed = state.open.get(id);
        if (!removed) return {};
        const open = new Map(state.open);
        open.delete(id);
        const { address, source, settings, credentials } = removed;
        const left = { ...entry(state, address, { source, id }), settings, credentials };
        const isLink = source === "link";
        const closed = isLink ? state.closed : keep(state.closed, serverKey(address), left);
        if (id !== state.activeId) return { open, closed };
        const ids = [...state.open.keys()];
        const at = ids.indexOf(id);
        const activeId = ids[at + 1] ?? ids[at - 1];
        if (activeId !== undefined) return { open, closed, activeId, ...leaveEntry(state) };
        // the address stays in the address bar; a recording gives way to what was there before
        const entered = isLink || state.isEntering ? state.entered : left;
        return { open, closed, activeId, isEntering: false, entered };
      }),
    restore: (state) => setState(state),
  };
}

const unconnected = (target: Target) => ({
  target,
  connection: undefined,
  applied: undefined,
  lost: undefined,
});

function put(open: ServersState["open"], server: Server): ServersState["open"] {
  return new Map(open).set(server.id, server);
}

/** Keeps the settings of a server that is not open; beyond the limit the oldest are left out. */
function keep(
  closed: ServersState["closed"],
  key: string,
  server: EnteredServer,
): ServersState["closed"] {
  const others = [...closed].filter(([other]) => other !== key);
  return new Map([...others.slice(1 - maxClosed), [key, server]]);
}

function withAttempt(attempts: ServersState["attempts"], { id, connection }: Server) {
  if (!connection) return attempts;
  const state = connection.state.getState();
  const ids = state.kind === "recorded" ? [...state.ids, connection.id] : [connection.id];
  return new Map([...attempts, ...ids.map((each) => [each, id] as const)]);
}
