/** Goes on with a sign-in that this tab was on, or waited for, when its page went away. */

import type { FlowEnd } from "../../../shared/oauth/authorization.ts";
import type { AuthorizationRedirect } from "../../../shared/oauth/userPrompts.ts";
import type { StoredRedirect } from "../../callback/callbackChannel.ts";
import type { ServerAuthorization } from "./authorizations.ts";
import { takeScreen } from "./screen.ts";
import { type OpenedVisit, openVisit } from "./storage/sealedRedirect.ts";
import { signInsOfPage } from "./storage/storesOfPage.ts";

/** A sign-in that the page before has kept, decrypted. */
export interface StoredSignIn extends OpenedVisit, Pick<StoredRedirect, "query" | "isSameTab"> {}

/** @returns undefined where it cannot be decrypted */
export async function openSignIn(kept: StoredRedirect): Promise<StoredSignIn | undefined> {
  const opened = await openVisit(signInsOfPage(), kept, Date.now());
  const serverUrl = opened?.visit.pending.serverUrl;
  if (!opened || serverUrl === undefined || !URL.canParse(serverUrl)) return undefined;
  const { query, isSameTab } = kept;
  return { ...opened, isSameTab, ...(query === undefined ? {} : { query }) };
}

/** What was on screen, as it was kept. */
export function screenOf({ visit }: StoredSignIn): Promise<unknown> {
  return takeScreen(signInsOfPage(), visit.state);
}

export type ResumeAuthorization =
  /** The person left the authorization server without an answer, by the back button for example, or took too long. */
  { readonly kind: "left" } | { readonly kind: "ended"; readonly end: FlowEnd };

/** Takes the redirect to the engine, now or once the window that is still open has handed it over. */
export async function resumeAuthorization(
  authorization: ServerAuthorization,
  { visit, query, isSameTab, isExpired }: StoredSignIn,
): Promise<ResumeAuthorization> {
  const engine = await authorization.load();
  if (isExpired || (query === undefined && isSameTab)) return { kind: "left" };
  const parameters =
    query === undefined ? await waitFor(authorization, engine, visit) : new URLSearchParams(query);
  if (!parameters) return { kind: "left" };
  const { client } = visit.pending;
  // registered by the page before, whose memory is gone
  if (client.registered === "dynamic") await engine.vault.clients.write(client);
  return { kind: "ended", end: await engine.authorization.resume(visit.pending, parameters) };
}

/** Until it is handed over, given up, or a new flow takes its place. */
async function waitFor(
  { progress }: ServerAuthorization,
  { visits, authorization }: Awaited<ReturnType<ServerAuthorization["load"]>>,
  visit: AuthorizationRedirect,
): Promise<URLSearchParams | undefined> {
  const control = new AbortController();
  const stop = authorization.flow.subscribe(() => control.abort());
  progress.report("needs-person");
  try {
    return await visits.rejoin(visit, control.signal);
  } finally {
    stop();
    if (progress.getState() === "needs-person") progress.report("none");
  }
}
