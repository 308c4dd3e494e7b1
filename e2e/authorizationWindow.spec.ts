/** Journey: signs in at a real authorization server in a window, which the user may also close, leave or deny. */
import { check, show, sizes } from "./axe.ts";
import {
  authorizationOf,
  call,
  connectBySigningIn,
  decide,
  expect,
  isConnected,
  logIn,
  openSignIn,
  openTab,
  readLink,
  readStorages,
  test,
} from "./signIn.ts";

test("a client registers itself, the user signs in and consents in a window, and the server accepts the token, which nothing shows", {
  tag: "@main",
}, async ({ playground, counterparts, context }) => {
  const { page } = playground;
  const seen: string[] = [];
  context.on("console", (message) => seen.push(message.text()));
  page.on("framenavigated", (frame) => seen.push(frame.url()));
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  const popup = await openSignIn(playground);
  await logIn(popup);
  await expect(popup.getByText("MCP Playground asks for")).toBeVisible();
  expect(await popup.evaluate(() => window.opener)).toBeNull();
  await decide(popup);
  await isConnected(playground);
  await call(playground, "whoami", "with mcp:read");
  expect([provider.registrations(), provider.grants()]).toEqual([
    1,
    [expect.objectContaining({ type: "authorization_code", error: undefined })],
  ]);

  seen.push(await readStorages(page), await page.content());
  seen.push(await readLink(playground), await page.content());
  const tokens = new Set(
    server.authorizations().flatMap((header) => header?.replace(/^\w+ /, "") ?? []),
  );
  expect([provider.secrets().length, tokens.size]).toEqual([2, 1]);
  for (const secret of [...provider.secrets(), ...tokens]) {
    expect(seen.filter((text) => text.includes(secret))).toEqual([]);
  }
});

test("a window that is closed, cancelled or denied: the page says so, and the next attempt can succeed", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair();
  const authorization = authorizationOf(playground);
  await playground.enter(server.url);
  const closed = await openSignIn(playground);
  await closed.close();
  await expect(authorization).toContainText("seems to be closed");

  const left = await openSignIn(playground);
  await expect(left.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await authorization.getByRole("button", { name: "Cancel authorization" }).click();
  const words = `You can close the window at ${new URL(provider.issuer).host}.`;
  await expect(authorization).toContainText(words);
  await left.close();
  await expect(authorization).not.toContainText(words);

  const denied = await openSignIn(playground);
  await logIn(denied);
  await expect(denied.getByRole("heading", { name: "Consent" })).toBeVisible();
  // navigating in the window does not disturb the sign-in
  await denied.goBack();
  await denied.goForward();
  await decide(denied, "Deny");
  await expect(authorization).toContainText("access_denied");
  await expect(playground.status).not.toContainText("Connected ·");
  expect(provider.grants()).toEqual([]);

  // the user is still signed in there, so only consent is requested
  await decide(await openSignIn(playground));
  await isConnected(playground);
  expect([provider.registrations(), provider.grants().length]).toEqual([1, 1]);
});

test("a page that is reloaded during the sign-in receives the redirect", async ({
  playground,
  counterparts,
}) => {
  const { page } = playground;
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  const popup = await openSignIn(playground);
  await logIn(popup);
  await page.reload();
  // the callback page offers the redirect for some seconds only
  await expect(authorizationOf(playground)).toContainText("Waiting for you at");
  await decide(popup);
  await isConnected(playground);
  expect(page.url()).not.toMatch(/code=|state=/);
  expect(provider.grants()).toHaveLength(1);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("verifier");
});

test("a redirect that no page waits for is not used: none at all, one with a foreign code, one after the tab was closed", async ({
  playground,
  counterparts,
  context,
  relay,
}) => {
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  const asking = context.waitForEvent("request", (request) => /redirect_uri=/.test(request.url()));
  const popup = await openSignIn(playground);
  const callback = new URL((await asking).url()).searchParams.get("redirect_uri");

  const other = await context.newPage();
  const loaded: string[] = [];
  other.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const response = await other.goto(String(callback));
  expect(response?.headers()["cache-control"]).toBe("no-store");
  await expect(other.getByRole("heading", { name: "Nothing to do here" })).toBeVisible();
  // it runs none of the page's code
  const scripts = loaded.filter((path) => path.startsWith("/assets/"));
  expect(scripts.map((path) => path.replace(/-[\w-]{8}\./, "."))).toEqual(["/assets/callback.js"]);

  const harm = "https://other.example/";
  const parameters = `code=injected&state=guessed&redirect_uri=${harm}&next=${harm}#${harm}`;
  await other.goto(`${callback}?${parameters}`);
  const unexpected = "No page is waiting for this";
  await expect(other.getByRole("main")).toContainText(unexpected);
  expect(other.url()).not.toMatch(/injected|other/);
  expect(new URL(other.url()).origin).toBe(relay.origin);

  await logIn(popup);
  await playground.page.close();
  await popup.getByRole("button", { name: "Allow" }).click();
  await expect(popup.getByRole("main")).toContainText(unexpected);
  expect(popup.url()).not.toMatch(/code=|state=/);
  expect(provider.grants()).toEqual([]);
});

test("two tabs at two issuers at the same time: each receives its own redirect", async ({
  playground,
  counterparts,
  relay,
}) => {
  const one = await counterparts.pair();
  const two = await counterparts.pair();
  const other = await openTab(playground, relay.createLink());
  await playground.enter(one.server.url);
  const first = await openSignIn(playground);
  await other.enter(two.server.url);
  const second = await openSignIn(other);
  for (const popup of [second, first]) {
    await logIn(popup);
    await decide(popup);
  }
  for (const each of [playground, other]) {
    await isConnected(each);
    await call(each, "whoami", "with mcp:read");
  }
  const clientOf = ({ provider }: typeof one) => provider.grants()[0]?.clientId;
  expect(clientOf(one)).not.toBe(clientOf(two));
  expect([one.provider.registrations(), two.provider.registrations()]).toEqual([1, 1]);
});

test("the view has no serious axe finding and no horizontal scrolling", async ({
  playground,
  counterparts,
}) => {
  const { server } = await counterparts.pair();
  await connectBySigningIn(playground, server.url);
  for (const viewport of sizes) {
    await playground.page.setViewportSize(viewport);
    await show(playground, "Workbench");
    await playground.showView("Authorization");
    for (const name of ["Get token", "Token request (authorization code)", "Settings", "More"]) {
      const section = authorizationOf(playground).getByRole("button", { name, exact: true });
      if ((await section.getAttribute("aria-expanded")) === "false") await section.click();
      await expect(section).toHaveAttribute("aria-expanded", "true");
    }
    await check(playground, `authorization, ${viewport.width}`);
  }
});
