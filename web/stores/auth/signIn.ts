/** Lets authorization lead the workspace: to its view when somebody is needed, and back when that is over. */
import type { StoreApi } from "zustand/vanilla";
import { formatTarget, parseTarget } from "../../../shared/config/target.ts";
import type { StoredRedirect } from "../../callback/callbackChannel.ts";
import type { Connection } from "../connections/connection.ts";
import type { Composition } from "../invocations/composition.ts";
import type { Draft, Drafts } from "../invocations/drafts.ts";
import type { ServerSettings } from "../servers/serverSettings.ts";
import type { Settings } from "../servers/settings.ts";
import type { Workspace, WorkspaceState } from "../view/workspace.ts";
import type { Authorizations, ServerAuthorization } from "./authorizations.ts";
import type { AuthorizationForm } from "./form.ts";

/** The parts of a tab that a visit must not lose. */
export interface OnScreen {
  readonly workspace: Workspace;
  readonly settings: StoreApi<Settings>;
  readonly targetSettings: ServerSettings;
  readonly drafts: Drafts;
  readonly composed: StoreApi<Composition>;
  readonly authorizations: Authorizations;
}

interface Screen {
  readonly workspace: Pick<WorkspaceState, "address" | "fromLink" | "selection">;
  readonly settings: Settings;
  readonly drafts: readonly (readonly [string, Draft])[];
  readonly composed: Composition;
  readonly form: AuthorizationForm | undefined;
  readonly isRemembering: boolean;
}

/** The address of the server that authorization is about: of the connection, else of the address bar. */
export function serverUrlOf({
  connection,
  address,
}: Pick<WorkspaceState, "connection" | "address">): string | undefined {
  const isOver = connection?.state.getState().kind === "closed";
  const parsed = parseTarget(address);
  const written = parsed.kind === "target" ? parsed.target : undefined;
  const target = connection && !isOver ? connection.target : (written ?? connection?.target);
  return target?.kind === "http" ? target.url : undefined;
}

/** All that is to be there again. */
export function readScreen(tab: OnScreen): Screen {
  const state = tab.workspace.getState();
  const { address, fromLink, selection, connection } = state;
  const serverUrl = serverUrlOf(state);
  const authorization = serverUrl === undefined ? undefined : tab.authorizations.of(serverUrl);
  return {
    workspace: {
      address: connection && !fromLink ? formatTarget(connection.target) : address,
      fromLink,
      selection,
    },
    settings: tab.settings.getState(),
    drafts: [...tab.drafts.getState()],
    composed: tab.composed.getState(),
    form: authorization?.form.getState(),
    isRemembering: authorization?.engine.getState()?.vault.isRemembering.getState() ?? false,
  };
}

/**
 * Shows the view while a person is needed, or something failed, and the call again once all is well.
 * @param connect called where the connection was given up for want of a token, and now there is one
 */
export function followAuthorization(
  workspace: Workspace,
  connection: Connection,
  { progress, engine }: ServerAuthorization,
  connect: () => void,
): void {
  let before: WorkspaceState["pane"] | undefined;
  const wasRefused = () => {
    const state = connection.state.getState();
    return state.kind === "failed" && state.failure.code === "not-authorized";
  };
  const follow = () => {
    if (workspace.getState().connection !== connection) return stop();
    const { pane } = workspace.getState();
    const now = progress.getState();
    if (now === "needs-person" || now === "failed") {
      if (pane === "authorization") return;
      before = pane;
      workspace.setState({ pane: "authorization" });
    } else if (now === "none" && before !== undefined) {
      if (pane === "authorization") workspace.setState({ pane: before });
      before = undefined;
      if (wasRefused()) connect();
    }
  };
  const stops = [
    progress.subscribe(follow),
    connection.state.subscribe(({ kind }) => {
      if (kind !== "closed") return;
      stop();
      // nobody waits for the token any more
      engine.getState()?.giveUp();
    }),
  ];
  const stop = () => {
    for (const each of stops) each();
  };
}

/**
 * Goes on where the page before was left for a visit, or reloaded in the middle of one.
 * @param connect called once there is a token
 */
export async function resumeSignIn(
  tab: OnScreen,
  kept: StoredRedirect,
  connect: () => void,
): Promise<void> {
  const { workspace, authorizations } = tab;
  const { resumeAuthorization, openSignIn, screenOf } = await import("./resumeAuthorization.ts");
  const signIn = await openSignIn(kept);
  if (!signIn) return;
  const { serverUrl } = signIn.visit.pending;
  workspace.setState({ address: serverUrl, pane: "authorization" });
  const screen = (await screenOf(signIn)) as Screen | undefined;
  const authorization = authorizations.of(serverUrl);
  if (screen) {
    tab.targetSettings.adopt(screen.workspace.address);
    tab.settings.setState(screen.settings);
    tab.drafts.setState(new Map(screen.drafts), true);
    tab.composed.setState(screen.composed, true);
    workspace.setState(screen.workspace);
    if (screen.form) authorization.form.setState(screen.form, true);
    if (screen.isRemembering) await (await authorization.load()).vault.remember(true);
  }
  const back = await resumeAuthorization(authorization, signIn);
  if (back.kind !== "ended" || back.end !== undefined) return;
  // a person who went elsewhere meanwhile is not taken back, and a kept screen starts nothing else
  const { connection, fromLink } = workspace.getState();
  const isThere = serverUrlOf(workspace.getState()) === serverUrl;
  if (connection === undefined && !fromLink && isThere) connect();
  if (workspace.getState().pane === "authorization") workspace.setState({ pane: "item" });
}
