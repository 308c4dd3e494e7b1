/** Routes to HTTP servers: which addresses can be reached directly or through the relay, and which was used. */
import { parseTarget, type Target } from "../../../shared/config/target.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";
import type { ServerSettings } from "./settings.ts";

/** Whether a text in the address bar is the URL of an HTTP server. */
export function isHttpAddress(address: string): boolean {
  return originOfAddress(address) !== undefined;
}

/** The origin of the HTTP server in a text; undefined for anything else. */
export function originOfAddress(address: string): string | undefined {
  const parsed = parseTarget(address);
  return parsed.kind === "target" ? originOfTarget(parsed.target) : undefined;
}

/** The origin of an HTTP server, whose connections its calls share; undefined for a command. */
export function originOfTarget(target: Target): string | undefined {
  return target.kind === "http" ? new URL(target.url).origin : undefined;
}

/** Persists which servers were reached through the relay. */
interface StoredRoutes {
  /** The last route to the server of an address. */
  of(address: string): ServerSettings["route"];
  note(address: string, route: ServerSettings["route"]): void;
}

const key = "mcp-playground.relayed-origins";
const maxOrigins = 50;

/** Stores origins only: the rest of a URL may be secret. */
export function createStoredRoutes(storage: TextStorage): StoredRoutes {
  const kept = readJson(storage, key);
  let origins: readonly unknown[] = Array.isArray(kept) ? kept : [];
  return {
    of(address) {
      const origin = originOfAddress(address);
      return origin !== undefined && origins.includes(origin) ? "relay" : "direct";
    },
    note(address, route) {
      const origin = originOfAddress(address);
      if (origin === undefined) return;
      const others = origins.filter((other) => other !== origin);
      origins = route === "relay" ? [origin, ...others].slice(0, maxOrigins) : others;
      writeJson(storage, key, origins);
    },
  };
}
