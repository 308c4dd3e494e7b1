/** Takes the stored sign-in of a page that was unloaded. */
import { type StoredRedirect, storedRedirectKey } from "../../../callback/callbackChannel.ts";
import { readJson, type TextStorage } from "../../../platform/storedJson.ts";

/** Takes the stored sign-in; it can be taken once. */
export function takeSignIn(storage: TextStorage): StoredRedirect | undefined {
  const kept = readJson(storage, storedRedirectKey) as Partial<StoredRedirect> | undefined;
  storage.removeItem(storedRedirectKey);
  const isKept = typeof kept?.state === "string" && typeof kept.sealed === "string";
  return isKept ? (kept as StoredRedirect) : undefined;
}
