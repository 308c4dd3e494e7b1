/** What a page has kept of a sign-in that was under way when it went. */
import { type StoredRedirect, storedRedirectKey } from "../../../callback/callbackChannel.ts";
import { readJson, type TextStorage } from "../../storedJson.ts";

/** Takes what the page before has kept; it can be taken once. */
export function takeSignIn(storage: TextStorage): StoredRedirect | undefined {
  const kept = readJson(storage, storedRedirectKey) as Partial<StoredRedirect> | undefined;
  storage.removeItem(storedRedirectKey);
  const isKept = typeof kept?.state === "string" && typeof kept.sealed === "string";
  return isKept ? (kept as StoredRedirect) : undefined;
}
