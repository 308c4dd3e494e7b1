/** Keeps the filters that the user saved, encrypted: their text may hold what nobody else is to read. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

/** Newest first. */
export interface SavedFilters extends ReadableStore<readonly string[]> {
  save(text: string): void;
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

/** @param storage writes encrypted, and only what is passed to it */
export function createSavedFilters(storage: FilterStorage): SavedFilters {
  const store = createStore<readonly string[]>(() => []);
  const joined = (one: readonly string[], other: readonly string[]) =>
    [...new Set([...one, ...other])].slice(0, maxFilters);
  storage.read(key, (value) => {
    const stored = Array.isArray(value) ? value.filter(isFilter) : [];
    store.setState(joined(store.getState(), stored), true);
  });
  const change = (filters: readonly string[]) => {
    store.setState(filters, true);
    storage.write(key, filters);
  };
  return {
    ...toReadable(store),
    save(text) {
      const trimmed = text.trim();
      if (isFilter(trimmed)) change(joined([trimmed], store.getState()));
    },
    remove: (text) => change(store.getState().filter((other) => other !== text)),
  };
}

const isFilter = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= maxLength;
