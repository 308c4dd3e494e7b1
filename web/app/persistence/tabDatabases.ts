/** The databases of tabs: one per tab, deleted once its tab can no longer be reopened. */
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";
import { isTabHeld } from "./tabLock.ts";

const prefix = "mcp-playground.tab.";
const key = "mcp-playground.tabs";

/** Milliseconds after which a closed tab is not expected to be reopened. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;
/** Closed tabs whose state is kept. */
const maxClosedTabs = 5;

export const databaseOf = (id: string): string => `${prefix}${id}`;

/** The tabs of this browser with stored state, newest first, and when they were used last. */
export function knownTabs(storage: TextStorage): readonly (readonly [id: string, at: number])[] {
  const tabs = readJson(storage, key);
  const entries = typeof tabs === "object" && tabs !== null ? Object.entries(tabs) : [];
  return entries
    .filter((entry): entry is [string, number] => typeof entry[1] === "number")
    .sort(([, one], [, other]) => other - one);
}

/** Notes that a tab is used now, and deletes the state of those that were closed long ago. */
export async function forgetOldTabs(storage: TextStorage, id: string): Promise<void> {
  const now = Date.now();
  const others = knownTabs(storage).filter(([other]) => other !== id);
  const kept: (readonly [string, number])[] = [[id, now]];
  let closed = 0;
  for (const [other, at] of others) {
    const { locks } = navigator as { locks?: LockManager };
    const isHeld = locks ? await isTabHeld(locks, other) : true;
    if (!isHeld) closed++;
    if (isHeld || (closed <= maxClosedTabs && now - at < maxAgeMs)) kept.push([other, at]);
    else indexedDB.deleteDatabase(databaseOf(other));
  }
  writeJson(storage, key, Object.fromEntries(kept));
}

/** Deletes the state of all other tabs that are closed. */
export async function deleteClosedTabs(
  storage: TextStorage,
  id: string | undefined,
): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  const kept: (readonly [string, number])[] = [];
  for (const [other, at] of knownTabs(storage)) {
    if (other === id || !locks || (await isTabHeld(locks, other))) kept.push([other, at]);
    else indexedDB.deleteDatabase(databaseOf(other));
  }
  writeJson(storage, key, Object.fromEntries(kept));
}
