/** Journey: a sign-in that is denied, closed, reloaded or blocked can be resumed. */
import type { Playground } from "./playground.ts";
import {
  authorizationOf,
  type Counterparts,
  decide,
  expect,
  isConnected,
  logIn,
  openSignIn,
  signIn,
  test,
} from "./signIn.ts";

/** Enters the URL of a new server and logs in; the sign-in window shows the consent. */
async function startSignIn(playground: Playground, counterparts: Counterparts) {
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  const popup = await openSignIn(playground);
  await logIn(popup);
  return { provider, popup };
}

test("consent denied: the page explains it, and the next attempt can succeed", async ({
  playground,
  counterparts,
}) => {
  const { provider, popup } = await startSignIn(playground, counterparts);
  await decide(popup, "Deny");
  const authorization = authorizationOf(playground);
  await expect(authorization).toContainText("access_denied");
  await expect(playground.status).not.toContainText("Connected ·");
  expect(provider.grants()).toEqual([]);
  const again = await openSignIn(playground);
  await decide(again);
  await isConnected(playground);
});

test("sign-in window closed: the page reports it and can open it again", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  const popup = await openSignIn(playground);
  await popup.close();
  await expect(authorizationOf(playground)).toContainText(/closed/i);
  await signIn(playground);
  await isConnected(playground);
  expect(provider.registrations()).toBe(1);
});

test("navigating back and forth in the sign-in window still ends with consent", async ({
  playground,
  counterparts,
}) => {
  const { popup } = await startSignIn(playground, counterparts);
  await expect(popup.getByRole("heading", { name: "Consent" })).toBeVisible();
  await popup.goBack();
  await popup.goForward();
  await decide(popup);
  await isConnected(playground);
});

test("page reloaded during sign-in: the reloaded page receives the redirect", async ({
  playground,
  counterparts,
}) => {
  const { provider, popup } = await startSignIn(playground, counterparts);
  await playground.page.reload();
  await decide(popup);
  await isConnected(playground);
  expect(playground.page.url()).not.toMatch(/code=|state=/);
  expect(provider.grants()).toHaveLength(1);
  const kept = await playground.page.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).not.toContain("verifier");
});

test("tab closed during sign-in: the callback page says that no page is waiting", async ({
  playground,
  counterparts,
}) => {
  const { provider, popup } = await startSignIn(playground, counterparts);
  await playground.page.close();
  await popup.getByRole("button", { name: "Allow" }).click();
  await expect(popup.getByRole("main")).toContainText("No page is waiting for this");
  expect(popup.url()).not.toMatch(/code=|state=/);
  expect(provider.grants()).toEqual([]);
});

for (const cors of ["as-shipped", "none"] as const) {
  test(`an authorization server whose CORS is ${cors}: the page names CORS as the cause`, async ({
    playground,
    counterparts,
  }) => {
    const { provider, server } = await counterparts.pair({ cors });
    await playground.enter(server.url);
    await expect(authorizationOf(playground)).toContainText(
      `${new URL(provider.issuer).host} does not let this page read its response (CORS)`,
    );
  });
}

test("sign-in cancelled while the window is open: the page mentions the window until it closes, and a new attempt opens another", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  const left = await openSignIn(playground);
  await expect(left.getByRole("heading", { name: "Sign in" })).toBeVisible();
  const authorization = authorizationOf(playground);
  await authorization.getByRole("button", { name: "Cancel authorization" }).click();
  const words = `You can close the window at ${new URL(provider.issuer).host}.`;
  await expect(authorization).toContainText(words);
  await left.close();
  await expect(authorization).not.toContainText(words);
  await signIn(playground);
  await isConnected(playground);
  expect(provider.grants()).toHaveLength(1);
});
