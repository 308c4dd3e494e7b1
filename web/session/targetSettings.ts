/** Whose settings these are: what is secret, and what suits one server only, follows no other. */
import type { StoreApi } from "zustand/vanilla";
import { formatTarget, parseTarget } from "../../shared/share/target.ts";
import type { Settings } from "./settings.ts";

/** The settings that belong to one server. */
export type OwnSettings = Pick<
  Settings,
  "headers" | "environment" | "directory" | "sessionId" | "route"
>;

export interface TargetSettings {
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

/** Looks after the settings of this tab; all of it is in memory only. */
export function createTargetSettings(settings: StoreApi<Settings>): TargetSettings {
  const away = new Map<string, OwnSettings>();
  let owner = "";
  return {
    adopt(address) {
      const next = ownerOf(address);
      if (next === owner) return;
      if (owner !== "") {
        away.set(owner, own(settings.getState()));
        settings.setState(away.get(next) ?? blank);
      }
      owner = next;
    },
    of(address) {
      const asked = ownerOf(address);
      if (asked === owner || owner === "") return own(settings.getState());
      return away.get(asked) ?? blank;
    },
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
