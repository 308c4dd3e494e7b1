/** Which resources the server said have changed, and when. */
import { createStore, type StoreApi } from "zustand/vanilla";

/** Milliseconds on the tab's clock of the newest word, by connection and URI. */
export type Changes = StoreApi<ReadonlyMap<string, number>>;

export function createChanges(): Changes {
  return createStore<ReadonlyMap<string, number>>(() => new Map());
}

export function changeKey(connectionId: string, uri: string): string {
  return `${connectionId} ${uri}`;
}

/** Takes in a notification; anything but `notifications/resources/updated` changes nothing. */
export function noteChange(
  changes: Changes,
  connectionId: string,
  method: string,
  params: unknown,
  now: number,
): void {
  const uri = (params as { uri?: unknown } | null | undefined)?.uri;
  if (method !== "notifications/resources/updated" || typeof uri !== "string") return;
  changes.setState((all) => new Map(all).set(changeKey(connectionId, uri), now), true);
}
