/** Identifies this tab across reloads: its history entries name the stored state they belong to. */
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";

/** The state of the history entries that this page writes. */
export interface EntryState {
  /** The id that the state of the tab is stored under. */
  readonly tab: string;
  /** The id of the server that the page showed. */
  readonly server: string;
}

const key = "mcp-playground.tab";
/** Ids that a tab remembers: Back leads to entries of pages that were opened in it before. */
const maxIds = 20;

/**
 * The stored state that a history entry belongs to; undefined if another page or a link made the
 * entry. Links cannot set the state of an entry, and other tabs have other ids.
 * @param state `history.state`
 */
export function ownTabId(state: unknown, tabStorage: TextStorage): string | undefined {
  const id = (state as Partial<EntryState> | null)?.tab;
  return typeof id === "string" && tabIds(tabStorage).includes(id) ? id : undefined;
}

/**
 * The server that a history entry shows.
 * @param state `history.state` of an entry of this tab
 */
export function entryServerId(state: unknown): string | undefined {
  const id = (state as Partial<EntryState> | null)?.server;
  return typeof id === "string" ? id : undefined;
}

/** Remembers an id as one of this tab. */
export function addTabId(tabStorage: TextStorage, id: string): void {
  const others = tabIds(tabStorage).filter((other) => other !== id);
  writeJson(tabStorage, key, [id, ...others].slice(0, maxIds));
}

/** An entry that this tab wrote into its history. */
interface NotedEntry {
  /** With `#`, or empty. */
  readonly fragment: string;
  readonly state: EntryState;
}

const entriesKey = "mcp-playground.entries";
/** The newest entry and the one that it replaces: a reload shows one of them. */
const maxEntries = 2;

/** Notes an entry before it is written into the history. */
export function noteEntry(tabStorage: TextStorage, fragment: string, state: EntryState): void {
  const others = notedEntries(tabStorage).filter((other) => other.fragment !== fragment);
  writeJson(tabStorage, entriesKey, [{ fragment, state }, ...others].slice(0, maxEntries));
}

/**
 * The state of the entry that the page shows. Chromium loses it where the entry is written while a
 * reload begins; the fragment is then one that this tab wrote.
 * @param state `history.state`
 * @param navigation the type of the navigation that led to the page
 */
export function entryState(
  state: unknown,
  tabStorage: TextStorage,
  { navigation, fragment }: { readonly navigation: string | undefined; readonly fragment: string },
): unknown {
  if (state !== null || navigation !== "reload") return state;
  return notedEntries(tabStorage).find((noted) => noted.fragment === fragment)?.state ?? null;
}

function notedEntries(tabStorage: TextStorage): readonly NotedEntry[] {
  const entries = readJson(tabStorage, entriesKey);
  return Array.isArray(entries) ? entries : [];
}

function tabIds(tabStorage: TextStorage): readonly unknown[] {
  const ids = readJson(tabStorage, key);
  return Array.isArray(ids) ? ids : [];
}
