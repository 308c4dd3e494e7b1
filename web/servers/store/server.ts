/** A server of this tab: what belongs to it, and how it is found in the state of all. */
import {
  formatTarget,
  parseTarget,
  type StdioTarget,
  type Target,
} from "../../../shared/config/target.ts";
import type { ReadableStore } from "../../platform/readableStore.ts";
import type { Selection } from "../../view/selection.ts";
import type { Connection } from "./connections/connection.ts";
import { type ServerSettings, withSettings } from "./settings.ts";

/**
 * Who wrote an address: `pasted` until the text is edited; `link` for those of links and recordings,
 * which are contacted only after a question.
 */
export type AddressSource = "person" | "pasted" | "link";

/** What the user has entered and set for a server, whether or not it is open. */
export interface EnteredServer {
  /** Everything that belongs to the server is stored under it. It survives restarts and reloads. */
  readonly id: string;
  /** As written in the address bar. */
  readonly address: string;
  readonly source: AddressSource;
  /** The name that the user gave it. */
  readonly name: string | undefined;
  readonly settings: ServerSettings;
  /** The item that its workbench shows. */
  readonly selection: Selection | undefined;
  /**
   * Identifies its credentials: servers with the same ones share the token and the OAuth client for
   * a URL.
   */
  readonly credentials: string;
  /** What has to be entered again, from a reload of the page until it is connected. */
  readonly lost: LostSecrets | undefined;
}

/** A server that was opened and is listed in the explorer. */
export interface Server extends EnteredServer {
  /** What its connection was opened with, or is opened with next. */
  readonly target: Target;
  /** The newest attempt to connect; undefined if there was none, as after a reload. */
  readonly connection: Connection | undefined;
  /** The settings of the newest attempt; undefined if part of them was lost in a reload. */
  readonly applied: ServerSettings | undefined;
}

/** The secrets of a server that are not stored. */
export interface LostSecrets {
  /** Names of headers. */
  readonly headers: readonly string[];
  readonly hasUserinfo: boolean;
  readonly hasSessionId: boolean;
}

export const nothingLost: LostSecrets = { headers: [], hasUserinfo: false, hasSessionId: false };

export interface ServersState {
  /** By id, in the order in which they are shown. */
  readonly open: ReadonlyMap<string, Server>;
  /** The open server that the page shows. */
  readonly activeId: string | undefined;
  /** The server in the address bar that is not open; the page shows it while none is active. */
  readonly entered: EnteredServer;
  /** Whether the address bar shows `entered` although a server is active. */
  readonly isEntering: boolean;
  /**
   * Servers that are not open and have settings, by {@link serverKey}: those that were closed, and
   * those that were entered. Opening one again continues with its settings and drafts. Under the
   * empty key: settings that were made before a server was named, for the first that the user names.
   */
  readonly closed: ReadonlyMap<string, EnteredServer>;
  /** The server of every attempt to connect, by the attempt's id in the log. */
  readonly attempts: ReadonlyMap<string, string>;
  /** Secrets of saved calls that a server may have been sent; the log does not mark them. */
  readonly sentSecrets: ReadonlySet<string>;
}

/** The newest open server with a key. */
export function serverWithKey(open: ServersState["open"], key: string): Server | undefined {
  if (key === "") return undefined;
  return [...open.values()].findLast(({ address }) => serverKey(address) === key);
}

/** Identifies a server by its address, without secrets; empty if the address names none. */
export function serverKey(address: string): string {
  const parsed = parseTarget(address);
  return parsed.kind === "target" ? formatTarget(parsed.target) : "";
}

/** What a server is connected with next: its command as it is written now, with its present settings. */
export function nextTarget({ address, target, settings }: Server): Target {
  if (target.kind === "http") return target;
  if (target.shown !== undefined && !hasNewAddress({ address, target })) {
    // the text has placeholders, or is the name of a configured server: its values are in the target
    const { env, ...bare } = target;
    const next = withSettings(bare, settings) as StdioTarget;
    return { ...next, ...(env || next.env ? { env: { ...env, ...next.env } } : {}) };
  }
  const parsed = parseTarget(address);
  const isCommand = parsed.kind === "target" && parsed.target.kind === "stdio";
  return isCommand ? withSettings(parsed.target, settings) : target;
}

/** Whether the address names another server than the one that was connected to. */
export function hasNewAddress({ address, target }: Pick<Server, "address" | "target">): boolean {
  return serverKey(address) !== formatTarget(target);
}

export function activeServer({ open, activeId }: ServersState): Server | undefined {
  return activeId === undefined ? undefined : open.get(activeId);
}

/** The newest attempt to connect to the active server. */
export function activeConnection(state: ServersState): Connection | undefined {
  return activeServer(state)?.connection;
}

/** The server that the panes show: the active one, or the one that is entered. */
export function shownServer(state: ServersState): EnteredServer {
  return activeServer(state) ?? state.entered;
}

/** The server in the address bar. */
export function addressedServer(state: ServersState): EnteredServer {
  return state.isEntering ? state.entered : shownServer(state);
}

/**
 * Calls back with the id of each server that was closed, so that a store ends and forgets what it
 * has of it.
 * @returns the function that unsubscribes
 */
export function whenServerCloses(
  servers: Pick<ReadableStore<ServersState>, "subscribe">,
  listener: (id: string) => void,
): () => void {
  return servers.subscribe(({ open: now }, { open: before }) => {
    if (now === before) return;
    for (const id of before.keys()) if (!now.has(id)) listener(id);
  });
}

/** The settings of one server as they are now; the last ones once it is closed. */
export function settingsOf(
  servers: ReadableStore<ServersState>,
  { id, settings }: Pick<Server, "id" | "settings">,
): Pick<ReadableStore<ServerSettings>, "getState" | "subscribe"> {
  let last = settings;
  return {
    getState() {
      last = servers.getState().open.get(id)?.settings ?? last;
      return last;
    },
    subscribe: (listener) =>
      servers.subscribe((now, before) => {
        const [one, other] = [now, before].map(({ open }) => open.get(id)?.settings);
        if (one && other && one !== other) listener(one, other);
      }),
  };
}

/** The server whose authorization the page shows, and its URL; undefined if it is not over HTTP. */
export function authorizedServer(
  state: ServersState,
): { readonly server: EnteredServer; readonly url: string } | undefined {
  const active = activeServer(state);
  const isOpen = active?.connection && active.connection.state.getState().kind !== "closed";
  const addressed = addressedServer(state);
  const parsed = parseTarget(addressed.address);
  const written = parsed.kind === "target" ? parsed.target : undefined;
  const [server, target] = isOpen || !written ? [active, active?.target] : [addressed, written];
  return server && target?.kind === "http" ? { server, url: target.url } : undefined;
}

/** Whether an attempt to connect is one of a server. @param connectionId the attempt's id in the log */
export function isAttemptOf(
  { id }: Pick<Server, "id">,
  { attempts }: Pick<ServersState, "attempts">,
  connectionId: string,
): boolean {
  return attempts.get(connectionId) === id;
}
