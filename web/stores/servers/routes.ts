/** The ways to a server over HTTP: which addresses have two, and which was taken. */
import { parseTarget } from "../../../shared/config/target.ts";
import { readJson, type TextStorage, writeJson } from "../storedJson.ts";
import type { Settings } from "./settings.ts";

/** Whether a text in the address bar names a server over HTTP. */
export function isHttpAddress(address: string): boolean {
  return originOfAddress(address) !== undefined;
}

/** The origin of the server over HTTP that a text names; undefined for all else. */
export function originOfAddress(address: string): string | undefined {
  const parsed = parseTarget(address);
  if (parsed.kind !== "target" || parsed.target.kind !== "http") return undefined;
  return new URL(parsed.target.url).origin;
}

/** Which servers were reached through the relay, from visit to visit. */
export interface StoredRoutes {
  /** The way that was taken last to the server that an address names. */
  of(address: string): Settings["route"];
  note(address: string, route: Settings["route"]): void;
}

const key = "mcp-playground.relayed-origins";
const most = 50;

/** Keeps the origins alone: whatever else an address holds may be secret. */
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
      origins = route === "relay" ? [origin, ...others].slice(0, most) : others;
      writeJson(storage, key, origins);
    },
  };
}
