/** Whose settings these are: what is secret, and what suits one server only, follows no other. */
import type { StoreApi } from "zustand/vanilla";
import { formatTarget, parseTarget, type Target } from "../../../shared/config/target.ts";
import type { StoredRoutes } from "./routes.ts";
import type { Settings } from "./settings.ts";

/** The settings that belong to one server. */
export type OwnSettings = Pick<
  Settings,
  "headers" | "environment" | "directory" | "sessionId" | "route"
>;

export interface ServerSettings {
  /**
   * Makes the settings those of the server that an address names. What was set before any server
   * was named goes to the first one; what belongs to another server is put away for it.
   */
  adopt(address: string): void;
  /** The settings that hold for the server that an address names, without adopting it. */
  of(address: string): OwnSettings;
  /** Says that the same server is now written this way: its settings stay. */
  rename(address: string): void;
}

const blank: OwnSettings = {
  headers: [],
  environment: [],
  directory: "",
  sessionId: "",
  route: "direct",
};

/** Looks after the settings of this tab; all of it is in memory only, but for the routes. */
export function createServerSettings(
  settings: StoreApi<Settings>,
  routes: StoredRoutes,
): ServerSettings {
  const away = new Map<string, OwnSettings>();
  let owner = "";

  const settingsOf = (asked: string): OwnSettings => {
    if (asked === owner) return own(settings.getState());
    const first = owner === "" ? own(settings.getState()) : blank;
    return away.get(asked) ?? { ...first, route: routes.of(asked) };
  };

  settings.subscribe(({ route }, before) => {
    if (route !== before.route && route !== routes.of(owner)) routes.note(owner, route);
  });

  return {
    adopt(address) {
      const next = ownerOf(address);
      if (next === owner) return;
      const there = settingsOf(next);
      if (owner !== "") away.set(owner, own(settings.getState()));
      owner = next;
      settings.setState(there);
    },
    of: (address) => settingsOf(ownerOf(address)),
    rename(address) {
      owner = ownerOf(address);
    },
  };
}

function own({ headers, environment, directory, sessionId, route }: Settings): OwnSettings {
  return { headers, environment, directory, sessionId, route };
}

/** A server is told by its address without what is secret in it; by nothing while there is none. */
function ownerOf(address: string): string {
  const parsed = parseTarget(address);
  return parsed.kind === "target" ? formatTarget(parsed.target) : "";
}

/** A command gets the directory and the environment that were set for it. */
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
