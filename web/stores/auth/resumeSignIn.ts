/** Goes on with a sign-in after the page was left for it, or reloaded in the middle of it. */
import type { StoredRedirect } from "../../callback/callbackChannel.ts";
import type { Authorizations } from "./authorizations.ts";
import { restoreTabScreen, serverUrlOf, type TabScreen, type TabStores } from "./tabScreen.ts";

export interface ResumeSignInOptions extends TabStores {
  readonly auth: Authorizations;
  /** Called once there is a token. */
  readonly connect: () => void;
}

/** @param kept what the page before has stored */
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
    if (screen.isRemembering) await (await authorization.load()).vault.remember(true);
  }
  const back = await resumeAuthorization(authorization, signIn);
  if (back.kind !== "ended" || back.end !== undefined) return;
  // a person who went elsewhere meanwhile is not taken back, and a kept screen starts nothing else
  const { address, fromLink } = addressBar.getState();
  const { activeId } = records.getState();
  const isThere = serverUrlOf(records.getState(), address) === serverUrl;
  if (activeId === undefined && !fromLink && isThere) connect();
  if (view.getState().pane === "authorization") view.showPane("item");
}
