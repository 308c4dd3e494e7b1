/** Journey: a sign-in that is denied, closed, reloaded or blocked can be resumed. */
import {
  authorizationOf,
  decide,
  expect,
  isConnected,
  logIn,
  openSignIn,
  signIn,
  test,
} from "./signIn.ts";

test("consent denied: said in words, and the next try may succeed", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  const popup = await openSignIn(playground);
  await logIn(popup);
  await decide(popup, "Deny");
  const authorization = authorizationOf(playground);
  await expect(authorization).toContainText("access_denied");
  await expect(playground.status).not.toContainText("Connected ·");
  expect(provider.grants()).toEqual([]);
  const again = await openSignIn(playground);
  await decide(again);
  await isConnected(playground);
});

test("the window closed: the page says so, and opens it again", async ({
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

test("back and forth in the window, and consent in the end", async ({
  playground,
  counterparts,
}) => {
  const { server } = await counterparts.pair();
  await playground.enter(server.url);
  const popup = await openSignIn(playground);
  await logIn(popup);
  await expect(popup.getByRole("heading", { name: "Consent" })).toBeVisible();
  await popup.goBack();
  await popup.goForward();
  await decide(popup);
  await isConnected(playground);
});

test("the page reloaded in the middle: the new one takes what the window brings", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  const popup = await openSignIn(playground);
  await logIn(popup);
  await playground.page.reload();
  await decide(popup);
  await isConnected(playground);
  expect(playground.page.url()).not.toMatch(/code=|state=/);
  expect(provider.grants()).toHaveLength(1);
  const kept = await playground.page.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).not.toContain("verifier");
});

test("the tab gone that asked: what the window brings helps nobody, and is said so", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  const popup = await openSignIn(playground);
  await logIn(popup);
  await playground.page.close();
  await popup.getByRole("button", { name: "Allow" }).click();
  await expect(popup.getByRole("main")).toContainText("No page is waiting for this");
  expect(popup.url()).not.toMatch(/code=|state=/);
  expect(provider.grants()).toEqual([]);
});

for (const cors of ["as-shipped", "none"] as const) {
  test(`an authorization server whose CORS is ${cors}: told apart`, async ({
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

test("given up here while the window is open: it is named for as long as it is there, and a new try opens another", async ({
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
