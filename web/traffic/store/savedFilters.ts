/** Keeps the filters that the user saved, encrypted: their text may hold what nobody else is to read. */
import { createStore } from "zustand/vanilla";
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

export interface SavedFilter {
  readonly text: string;
  /** Empty if it is known by its text. */
  readonly name: string;
}

/** Newest first. */
export interface SavedFilters extends ReadableStore<readonly SavedFilter[]> {
  save(text: string, name?: string): void;
  remove(text: string): void;
}

interface FilterStorage {
  read(key: string, use: (value: unknown) => void): void;
  write(key: string, value: unknown): void;
}

const key = "mcp-playground.filters";
const maxFilters = 20;
/** UTF-16 code units. */
const maxLength = 2000;
/** UTF-16 code units of a name. */
export const maxFilterName = 60;

/** @param storage writes encrypted, and only what is passed to it */
export function createSavedFilters(storage: FilterStorage): SavedFilters {
  const store = createStore<readonly SavedFilter[]>(() => []);
  const joined = (one: readonly SavedFilter[], other: readonly SavedFilter[]) => {
    const known = new Set(one.map(({ text }) => text));
    return [...one, ...other.filter(({ text }) => !known.has(text))].slice(0, maxFilters);
  };
  storage.read(key, (value) => {
    const stored = Array.isArray(value) ? value.flatMap((one) => filterOf(one) ?? []) : [];
    const unique = stored.filter(
      ({ text }, at) => stored.findIndex((other) => other.text === text) === at,
    );
    store.setState(joined(store.getState(), unique), true);
  });
  const change = (filters: readonly SavedFilter[]) => {
    store.setState(filters, true);
    storage.write(key, filters);
  };
  return {
    ...toReadable(store),
    save(text, name = "") {
      const saved = filterOf({ text: text.trim(), name: name.trim() });
      if (saved) change(joined([saved], store.getState()));
    },
    remove: (text) => change(store.getState().filter((other) => other.text !== text)),
  };
}

/** @returns undefined for anything that is no filter; one without a name was stored as its text */
function filterOf(value: unknown): SavedFilter | undefined {
  const { text, name } = isJsonObject(value) ? value : { text: value, name: "" };
  if (typeof text !== "string" || text === "" || text.length > maxLength) return undefined;
  return { text, name: typeof name === "string" ? name.slice(0, maxFilterName) : "" };
}
