/** What a page has kept of a sign-in that was under way when it went. */
import { type KeptVisit, keptVisitKey } from "../../../callback/callbackChannel.ts";
import { readJson, type TextStorage } from "../../storedJson.ts";

/** Takes what the page before has kept; it can be taken once. */
export function takeSignIn(storage: TextStorage): KeptVisit | undefined {
  const kept = readJson(storage, keptVisitKey) as Partial<KeptVisit> | undefined;
  storage.removeItem(keptVisitKey);
  const isKept = typeof kept?.state === "string" && typeof kept.sealed === "string";
  return isKept ? (kept as KeptVisit) : undefined;
}
