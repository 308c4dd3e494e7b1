/** Owns all settings: common ones, and one record per server with its secrets and its own settings. */
import { createStore } from "zustand/vanilla";
import { formatTarget, parseTarget, type Target } from "../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { TextStorage } from "../storedJson.ts";
import { createStoredRoutes } from "./routes.ts";
import { readStoredSettings, type Settings, storeSettings } from "./settings.ts";

/** The settings that belong to one server. */
export type OwnSettings = Pick<
  Settings,
  "headers" | "environment" | "directory" | "sessionId" | "route" | "roots" | "withheld"
>;

/** The common settings, merged with those of the server that was adopted last. */
export interface SettingsStore extends ReadableStore<Settings> {
  /** Changes some settings; per-server ones are changed for the adopted server. */
  change(settings: Partial<Settings>): void;
  /** Adds environment variables for the adopted server, replacing those with the same name. */
  addVariables(variables: Readonly<Record<string, string>>): void;
  /**
   * Adopts the server of an address: its settings become current, and those of the previous server
   * are stored for it. Settings made before any server was adopted go to the first one that the user
   * entered.
   * @param address or a key of {@link settingsKey}
   * @param isForeign whether the address comes from a link or a recording: such a server gets
   *   nothing that was not set for it
   */
  adopt(address: string, isForeign?: boolean): void;
  /**
   * The settings of the server of an address, without adopting it.
   * @param address or a key of {@link settingsKey}
   */
  of(address: string): OwnSettings;
  /** Renames the adopted server's address; its settings stay. */
  rename(address: string): void;
}

const blank: OwnSettings = {
  headers: [],
  environment: [],
  directory: "",
  sessionId: "",
  route: "direct",
  roots: [],
  withheld: [],
};

/** @param storage persists limits and routes; everything else stays in memory */
export function createSettingsStore(storage: TextStorage): SettingsStore {
  const store = createStore<Settings>(() => readStoredSettings(storage));
  const routes = createStoredRoutes(storage);
  /**
   * The records of the servers that are not adopted; "" holds settings that belong to no server
   * yet.
   */
  const records = new Map<string, OwnSettings>();
  let owner = "";

  const settingsOf = (asked: string, initial = blank): OwnSettings => {
    if (asked === owner) return own(store.getState());
    const known = records.get(asked);
    if (known) return known;
    const { address, instance } = partsOf(asked);
    // another connection to a server starts with the settings of the first one
    if (instance !== undefined) return { ...settingsOf(address, initial), sessionId: "" };
    const { withheldAtFirst } = store.getState();
    const withheld = initial === blank ? withheldAtFirst : initial.withheld;
    return { ...initial, withheld, route: routes.of(asked) };
  };

  store.subscribe((settings, before) => {
    const { route } = settings;
    const { address } = partsOf(owner);
    if (route !== before.route && route !== routes.of(address)) routes.note(address, route);
    storeSettings(storage, settings);
  });

  return {
    ...toReadable(store),
    change: (settings) => store.setState(settings),
    addVariables: (variables) =>
      store.setState(({ environment }) => ({
        environment: [
          ...environment.filter(([name]) => !Object.hasOwn(variables, name)),
          ...Object.entries(variables),
        ],
      })),
    adopt(address, isForeign = false) {
      const next = ownerOf(address);
      if (next === owner) return;
      records.set(owner, own(store.getState()));
      const isFirst = next !== "" && !isForeign && !records.has(next);
      const there = settingsOf(next, isFirst ? records.get("") : blank);
      if (isFirst) records.delete("");
      owner = next;
      store.setState(there);
    },
    of: (address) => settingsOf(ownerOf(address)),
    rename(address) {
      owner = ownerOf(address);
    },
  };
}

function own(settings: Settings): OwnSettings {
  const { headers, environment, directory, sessionId, route, roots, withheld } = settings;
  return { headers, environment, directory, sessionId, route, roots, withheld };
}

/**
 * Identifies the settings of one connection to a server, so that two connections to the same server
 * can have separate headers.
 * @param isTaken whether another connection uses a key
 */
export function settingsKey(address: string, isTaken: (key: string) => boolean): string {
  const first = ownerOf(address);
  let key = first;
  for (let count = 2; key !== "" && isTaken(key); count++) key = `${first}${separator}${count}`;
  return key;
}

/** No address contains it. */
const separator = "\n#";

function partsOf(key: string): { readonly address: string; readonly instance?: string } {
  const at = key.lastIndexOf(separator);
  return at < 0
    ? { address: key }
    : { address: key.slice(0, at), instance: key.slice(at + separator.length) };
}

/** A server is identified by its address without secrets; empty without an address. */
function ownerOf(key: string): string {
  const { address, instance } = partsOf(key);
  const parsed = parseTarget(address);
  const owner = parsed.kind === "target" ? formatTarget(parsed.target) : "";
  return instance === undefined || owner === "" ? owner : `${owner}${separator}${instance}`;
}

/** A command with the directory and the environment of its settings. */
export function withSettings(
  target: Target,
  { directory, environment }: Pick<Settings, "directory" | "environment">,
): Target {
  if (target.kind === "http") return target;
  const given = environment.filter(([, value]) => value !== "");
  const env = { ...Object.fromEntries(given), ...target.env };
  return {
    ...target,
    ...(directory ? { cwd: directory } : {}),
    ...(Object.keys(env).length > 0 ? { env } : {}),
  };
}
