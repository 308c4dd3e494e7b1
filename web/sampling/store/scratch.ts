/** Keeps sampling requests that were written without a server; the named ones in the browser. */
import { createStore } from "zustand/vanilla";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";

export interface ScratchRequest {
  readonly id: string;
  /** Empty until it is saved; an unsaved one is in this tab only. */
  readonly name: string;
  /** The protocol revision that the request follows. */
  readonly revision: string;
  /** The `params` of `sampling/createMessage`, JSON text. */
  readonly text: string;
}

export interface ScratchStore extends ReadableStore<readonly ScratchRequest[]> {
  /** Adds requests at the beginning; the oldest beyond 500 are removed. */
  add(requests: readonly ScratchRequest[]): void;
  change(id: string, change: Partial<Omit<ScratchRequest, "id">>): void;
  remove(id: string): void;
}

const storageKey = "mcp-playground.sampling";
const maxRequests = 500;

/** Characters of all saved requests: browsers give a page about 5 MB. */
const maxSavedCharacters = 4_000_000;

export function createScratchStore(storage: TextStorage): ScratchStore {
  const stored = readJson(storage, storageKey);
  const store = createStore<readonly ScratchRequest[]>(() =>
    (Array.isArray(stored) ? stored : []).flatMap(readStored),
  );
  store.subscribe((now, before) => {
    const saved = savedRequests(now);
    const known = savedRequests(before);
    const isSame = saved.length === known.length && saved.every((one, at) => one === known[at]);
    if (!isSame) writeJson(storage, storageKey, saved);
  });
  return {
    ...toReadable(store),
    add: (requests) => store.setState((all) => [...requests, ...all].slice(0, maxRequests), true),
    change: (id, change) =>
      store.setState(
        (all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)),
        true,
      ),
    remove: (id) => store.setState((all) => all.filter((request) => request.id !== id), true),
  };
}

/** Those that are saved in the browser: the named ones, up to the size limit. */
export function savedRequests(requests: readonly ScratchRequest[]): readonly ScratchRequest[] {
  let room = maxSavedCharacters;
  return requests.filter(({ name, text }) => {
    if (name === "" || text.length > room) return false;
    room -= text.length;
    return true;
  });
}

/** Reads a stored request; other programs may have written at this origin. */
function readStored(value: unknown): readonly ScratchRequest[] {
  const [id, name, revision, text] = ["id", "name", "revision", "text"].map((key) => {
    const member = getOwn(value, key);
    return typeof member === "string" ? member : undefined;
  });
  if (!id || !name || !revision || text === undefined) return [];
  return [{ id, name, revision, text }];
}
