/** What a person set for connections; kept, except what is secret. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Header } from "../../shared/log/entry.ts";
import type { Revision } from "../../shared/mcp/revisions.ts";
import { readJson, type TextStorage, writeJson } from "./keptJson.ts";

export interface Settings {
  /** Seconds without an answer or progress after which a request is given up; 0 for never. */
  readonly timeoutSeconds: number;
  /** Seconds after which a request is given up whatever progress it makes; 0 for never. */
  readonly maximumSeconds: number;
  readonly revision: Revision | "auto";
  /** Sent with every HTTP request; in this tab's memory only. */
  readonly headers: readonly Header[];
  /** `NAME=value` lines for a command; in this tab's memory only. */
  readonly environment: readonly Header[];
  /** The directory a command is started in; the relay's own where empty. */
  readonly directory: string;
}

const key = "mcp-playground.settings";

const defaults: Settings = {
  timeoutSeconds: 60,
  maximumSeconds: 600,
  revision: "auto",
  headers: [],
  environment: [],
  directory: "",
};

/** Makes the settings, with what was kept from last time. */
export function createSettings(storage: TextStorage): StoreApi<Settings> {
  const store = createStore<Settings>(() => ({ ...defaults, ...readKept(readJson(storage, key)) }));
  store.subscribe(({ timeoutSeconds, maximumSeconds }) => {
    writeJson(storage, key, { timeoutSeconds, maximumSeconds });
  });
  return store;
}

function readKept(value: unknown): Partial<Settings> {
  if (typeof value !== "object" || value === null) return {};
  const { timeoutSeconds, maximumSeconds } = value as Record<string, unknown>;
  return {
    ...(isSeconds(timeoutSeconds) ? { timeoutSeconds } : {}),
    ...(isSeconds(maximumSeconds) ? { maximumSeconds } : {}),
  };
}

function isSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
