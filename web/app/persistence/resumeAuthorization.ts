/** Resumes a sign-in that was in progress when the page was unloaded, after the tab's state was restored. */

import type { FlowEnd } from "../../../shared/oauth/authorization.ts";
import type { AuthorizationRedirect } from "../../../shared/oauth/userPrompts.ts";
import type { StoredRedirect } from "../../callback/callbackChannel.ts";
import { signInsOfPage } from "../../platform/storage/storesOfPage.ts";
import { isOffline } from "../../servers/store/connections/connection.ts";
import {
  addressedServer,
  authorizedServer,
  type EnteredServer,
  type Server,
  type ServersState,
} from "../../servers/store/server.ts";
import type { ServerAuthorization } from "../../signIn/store/authorizations.ts";
import { openSignIn } from "../../signIn/store/storage/storedSignIn.ts";
import type { Stores } from "../../stores/stores.ts";

interface ResumedSignIn extends Pick<StoredRedirect, "query" | "isSameTab" | "serverId"> {
  readonly visit: AuthorizationRedirect;
  readonly serverUrl: string;
  /** The secrets of the tab. */
  readonly secrets: unknown;
}

/** @returns undefined if it cannot be decrypted */
export async function readSignIn(kept: StoredRedirect): Promise<ResumedSignIn | undefined> {
  const opened = await openSignIn(signInsOfPage(), kept);
  const serverUrl = opened?.visit.pending.serverUrl;
  return opened && serverUrl !== undefined && URL.canParse(serverUrl)
    ? { ...kept, ...opened, serverUrl }
    : undefined;
}

/** What a sign-in was started for. */
interface SignInOwner {
  readonly server: EnteredServer;
  readonly authorization: ServerAuthorization;
}

type SignInStores = Pick<Stores, "servers" | "signIn" | "connections" | "view">;

/** Finds the server of a sign-in; it is entered again if its state was not stored. */
export function ownerOf(
  { servers, signIn }: Pick<SignInStores, "servers" | "signIn">,
  { serverId, serverUrl }: ResumedSignIn,
): SignInOwner {
  const { all } = servers;
  const known = ({ open, entered }: ServersState) =>
    open.get(serverId) ?? (entered.id === serverId ? entered : undefined);
  if (!known(all.getState())) all.choose(serverUrl);
  const server = known(all.getState()) ?? addressedServer(all.getState());
  return { server, authorization: signIn.of(server, serverUrl) };
}

/** Whether a server waits for the token of a sign-in. */
export function isWaitingFor(
  { authorization }: SignInOwner,
  { signIn }: Pick<SignInStores, "signIn">,
  server: Server,
): boolean {
  const { target } = server;
  return target.kind === "http" && signIn.of(server, target.url) === authorization;
}

/**
 * Continues the flow, and connects the servers that wait for it once there is a token. A user who
 * comes back without a response may still have one, as the sign-in was for more access.
 * @param waiting ids of open servers
 */
export async function finishSignIn(
  { servers, connections, view }: SignInStores,
  signIn: ResumedSignIn,
  { server, authorization }: SignInOwner,
  waiting: readonly string[],
): Promise<void> {
  const { all } = servers;
  view.showPane("authorization");
  const back = await resumeAuthorization(authorization, signIn);
  if (back.kind === "left" ? !back.hasGrant : back.end !== undefined) return;
  for (const id of waiting) {
    const server = all.getState().open.get(id);
    if (server && !isConnecting(server)) connections.opener.connect(id);
  }
  if (back.kind === "left") return;
  // a user who has gone elsewhere meanwhile is not taken back, and a link is not followed unasked
  const authorized = authorizedServer(all.getState());
  const isThere = authorized?.server.id === server.id && authorized.url === signIn.serverUrl;
  // a server that stayed open without a connection, after Back, waits for none
  const isConnected = all.getState().open.get(server.id)?.connection !== undefined;
  if (isThere && !isConnected && authorized.server.source !== "link") {
    connections.connector.connect();
  }
  if (view.getState().pane === "authorization") view.showPane("item");
}

function isConnecting({ connection }: Server): boolean {
  return connection !== undefined && !isOffline(connection.state.getState());
}

type ResumeAuthorization =
  /**
   * The user returned without a response, for example with the back button; there may be a grant from
   * before.
   */
  | { readonly kind: "left"; readonly hasGrant: boolean }
  | { readonly kind: "ended"; readonly end: FlowEnd };

/** Passes the redirect to the engine, now or when the open window has delivered it. */
async function resumeAuthorization(
  authorization: ServerAuthorization,
  { visit, query, isSameTab }: ResumedSignIn,
): Promise<ResumeAuthorization> {
  const engine = await authorization.load();
  const left = async () => {
    await engine.authorization.prepare();
    return { kind: "left", hasGrant: engine.authorization.grant.get() !== undefined } as const;
  };
  if (query === undefined && isSameTab) return left();
  const parameters =
    query === undefined ? await waitFor(authorization, engine, visit) : new URLSearchParams(query);
  if (!parameters) return left();
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
