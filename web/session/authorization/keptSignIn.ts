/** What a page has kept of a sign-in that was under way when it went. */
import type { Visit } from "../../../shared/oauth/agent.ts";
import { type KeptVisit, keptVisitKey } from "../../callback/handOver.ts";
import { readJson, type TextStorage } from "../keptJson.ts";

export type KeptSignIn = KeptVisit<Visit>;

/** Takes what the page before has kept; it can be taken once. */
export function takeSignIn(storage: TextStorage): KeptSignIn | undefined {
  const kept = readJson(storage, keptVisitKey) as Partial<KeptSignIn> | undefined;
  storage.removeItem(keptVisitKey);
  const serverUrl = kept?.visit?.pending?.serverUrl;
  if (typeof serverUrl !== "string" || !URL.canParse(serverUrl)) return undefined;
  return kept as KeptSignIn;
}
