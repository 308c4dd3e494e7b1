/** Resumes a sign-in after a redirect in this tab, or after a reload during a sign-in. */
import type { StoredRedirect } from "../../callback/callbackChannel.ts";
import type { Authorizations } from "./authorizations.ts";
import { restoreTabScreen, serverUrlOf, type TabScreen, type TabStores } from "./tabScreen.ts";

export interface ResumeSignInOptions extends TabStores {
  readonly auth: Authorizations;
  /** Called once there is a token. */
  readonly connect: () => void;
}

/** @param kept what the previous page stored */
export async function resumeSignIn(
  options: ResumeSignInOptions,
  kept: StoredRedirect,
): Promise<void> {
  const { view, addressBar, records, auth, connect } = options;
  const { resumeAuthorization, openSignIn, screenOf } = await import("./resumeAuthorization.ts");
  const signIn = await openSignIn(kept);
  if (!signIn) return;
  const { serverUrl } = signIn.visit.pending;
  addressBar.write(serverUrl);
  view.showPane("authorization");
  const screen = (await screenOf(signIn)) as TabScreen | undefined;
  const authorization = auth.of(serverUrl);
  if (screen) {
    restoreTabScreen(options, screen);
    authorization.form.change(screen.form);
    if (screen.isRemembering) await (await authorization.load()).credentialStore.remember(true);
  }
  const back = await resumeAuthorization(authorization, signIn);
  if (back.kind !== "ended" || back.end !== undefined) return;
  // A user who has navigated elsewhere is not taken back, and a restored screen starts nothing.
  const { address, isFromLink } = addressBar.getState();
  const { activeId } = records.getState();
  const isThere = serverUrlOf(records.getState(), address) === serverUrl;
  if (activeId === undefined && !isFromLink && isThere) connect();
  if (view.getState().pane === "authorization") view.showPane("item");
}
