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

function tabIds(tabStorage: TextStorage): readonly unknown[] {
  const ids = readJson(tabStorage, key);
  return Array.isArray(ids) ? ids : [];
}
