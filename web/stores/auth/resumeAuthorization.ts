/** Resumes a sign-in that was in progress when the page was unloaded. */

import type { FlowEnd } from "../../../shared/oauth/authorization.ts";
import type { AuthorizationRedirect } from "../../../shared/oauth/userPrompts.ts";
import type { StoredRedirect } from "../../callback/callbackChannel.ts";
import type { ServerAuthorization } from "./authorizations.ts";
import { takeScreen } from "./screen.ts";
import { type OpenedVisit, openVisit } from "./storage/sealedRedirect.ts";
import { signInsOfPage } from "./storage/storesOfPage.ts";

/** A stored sign-in, decrypted. */
export interface StoredSignIn extends OpenedVisit, Pick<StoredRedirect, "query" | "isSameTab"> {}

/** @returns undefined if it cannot be decrypted */
export async function openSignIn(kept: StoredRedirect): Promise<StoredSignIn | undefined> {
  const opened = await openVisit(signInsOfPage(), kept, Date.now());
  const serverUrl = opened?.visit.pending.serverUrl;
  if (!opened || serverUrl === undefined || !URL.canParse(serverUrl)) return undefined;
  const { query, isSameTab } = kept;
  return { ...opened, isSameTab, ...(query === undefined ? {} : { query }) };
}

/** The saved screen. */
export function screenOf({ visit }: StoredSignIn): Promise<unknown> {
  return takeScreen(signInsOfPage(), visit.state);
}

export type ResumeAuthorization =
  /** The user returned without a response, for example with the back button, or took too long. */
  { readonly kind: "left" } | { readonly kind: "ended"; readonly end: FlowEnd };

/** Passes the redirect to the engine, now or when the open window has delivered it. */
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
  // Registered by the page before the reload, whose memory is lost.
  if (client.registered === "dynamic") await engine.credentialStore.clients.write(client);
  return { kind: "ended", end: await engine.authorization.resume(visit.pending, parameters) };
}

/** Until it is delivered, cancelled, or replaced by a new flow. */
async function waitFor(
  { progress }: ServerAuthorization,
  { redirects, authorization }: Awaited<ReturnType<ServerAuthorization["load"]>>,
  visit: AuthorizationRedirect,
): Promise<URLSearchParams | undefined> {
  const control = new AbortController();
  const stop = authorization.flow.subscribe(() => control.abort());
  progress.report("needs-person");
  try {
    return await redirects.rejoin(visit, control.signal);
  } finally {
    stop();
    if (progress.getState() === "needs-person") progress.report("none");
  }
}
