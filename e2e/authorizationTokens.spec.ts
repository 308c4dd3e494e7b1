/** Journey: tokens stay hidden, are refreshed, get more scopes and are revoked. */
import { randomBytes } from "node:crypto";
import { createPageHost } from "../relay/http/pageHosts.ts";
import { createRelay } from "../relay/server.ts";
import { pageDir } from "./ensureBuild.ts";
import { freePort } from "./servers/process.ts";
import {
  allowSecret,
  authorizationOf,
  call,
  connectBySigningIn,
  decide,
  expect,
  isConnected,
  logIn,
  openAuthorization,
  openSignIn,
  openTab,
  readLink,
  readStorages,
  test,
} from "./signIn.ts";

/** Waits until a token that a server saw is past its expiry. */
async function sleepPast(authorizations: readonly (string | undefined)[]): Promise<void> {
  const [, claims = ""] = authorizations.at(-1)?.split(".") ?? [];
  const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { exp: number };
  await expect.poll(() => Date.now() / 1000 - exp).toBeGreaterThan(0);
}

/** The forms in which a text may be stored: plain, in hexadecimal, or in base64 at any offset. */
function encodingsOf(text: string): readonly string[] {
  const base64 = [0, 1, 2].map((offset) => {
    const padded = Buffer.from(`${" ".repeat(offset)}${text}`).toString("base64");
    // characters that share bits with the surrounding text are omitted
    return padded.slice(offset === 0 ? 0 : offset + 1, -4);
  });
  const urlSafe = base64.map((each) => each.replaceAll("+", "-").replaceAll("/", "_"));
  return [text, encodeURIComponent(text), Buffer.from(text).toString("hex"), ...base64, ...urlSafe];
}

const refreshesOf = ({ grants }: { grants(): readonly { type: string; error?: unknown }[] }) =>
  grants().filter(({ type }) => type === "refresh_token");

test("no code and no token appears in an address, a storage, the console or the screen", async ({
  playground,
  counterparts,
  context,
}) => {
  const { page } = playground;
  const seen: string[] = [];
  context.on("console", (message) => seen.push(message.text()));
  page.on("framenavigated", (frame) => seen.push(frame.url()));
  const { provider, server } = await counterparts.pair();
  await connectBySigningIn(playground, server.url);
  await call(playground, "whoami", "with mcp:read");

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

test("a sign-in in the same tab: no storage shows its secrets or its issuer, and the secret is asked about once", async ({
  playground,
  counterparts,
  relay,
}) => {
  const { page } = playground;
  const secret = "a client secret of some length";
  const { provider, server } = await counterparts.pair({
    registration: false,
    clients: [
      {
        client_id: "known",
        client_secret: secret,
        redirect_uris: [`${relay.url}/callback.html`],
      },
    ],
  });
  // the callback page without its script: a page of the same origin, before the page read the redirect
  const script = /\/assets\/callback-/;
  await page.route(script, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  const exchange = page.waitForRequest(
    (request) => request.method() === "POST" && /code_verifier=/.test(request.postData() ?? ""),
  );
  await page.evaluate(() => {
    window.open = () => null;
  });
  await playground.server.fill(server.url);
  const authorization = await openAuthorization(playground);
  await authorization.getByRole("switch", { name: "Remember on this device" }).click();
  await authorization.getByRole("button", { name: "Settings", exact: true }).click();
  await authorization.getByRole("textbox", { name: "Client ID", exact: true }).fill("known");
  await authorization.getByRole("textbox", { name: "Client secret" }).fill(secret);
  await playground.button("Connect").click();
  await allowSecret(playground, "client secret", `${provider.issuer}/token`);
  await authorization.getByRole("button", { name: "Authorize", exact: true }).click();
  await authorization.getByRole("button", { name: "Continue in this tab" }).click();
  await logIn(page);
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/callback\.html\?code=/);
  const stored = await readStorages(page);
  expect(stored).toContain("mcp-playground.pending-authorization");
  expect(stored).not.toContain(provider.issuer);

  await page.unroute(script);
  await page.reload();
  await isConnected(playground);
  const verifier = new URLSearchParams((await exchange).postData() ?? "").get("code_verifier");
  expect(verifier).toMatch(/^[\w-]{43}/);
  for (const form of [...encodingsOf(verifier ?? ""), ...encodingsOf(secret)]) {
    expect(stored).not.toContain(form);
  }
  const remembered = await readStorages(page);
  expect(remembered).toContain("mcp-playground.has-sealed-credentials");
  expect(remembered).not.toContain("pending-authorization");
  for (const clear of [secret, provider.issuer]) expect(remembered).not.toContain(clear);

  // a step-up uses the client again, at the endpoint that the user has agreed to
  await playground.open("Tools", "reset");
  await playground.button("Call tool").click();
  const popup = await openSignIn(playground);
  await decide(popup);
  await expect(playground.result).toContainText("Everything is reset");
});

test("an expired token is refreshed without the user, and the call continues", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair({ accessTokenSeconds: 3 });
  await connectBySigningIn(playground, server.url);
  await sleepPast(server.authorizations());
  await call(playground, "whoami", "with mcp:read");
  const refreshes = refreshesOf(provider);
  expect(refreshes.length).toBeGreaterThan(0);
  expect(refreshes.filter(({ error }) => error)).toEqual([]);
});

test("a refused refresh leads back to sign-in", async ({ playground, counterparts }) => {
  const { provider, server } = await counterparts.pair({ accessTokenSeconds: 3 });
  await connectBySigningIn(playground, server.url);
  // the list may need a refresh, too
  await playground.open("Tools", "whoami");
  await provider.revokeEverything();
  await sleepPast(server.authorizations());
  await playground.button("Call tool").click();
  const popup = await openSignIn(playground);
  // the user is still signed in there, so only consent is requested
  await decide(popup);
  await expect(playground.result).toContainText("with mcp:read");
});

test("a tool that needs more scopes leads to one more consent, for the old and the new scopes", async ({
  playground,
  counterparts,
}) => {
  const { server } = await counterparts.pair();
  await connectBySigningIn(playground, server.url);
  await playground.open("Tools", "reset");
  await playground.button("Call tool").click();
  const popup = await openSignIn(playground);
  await expect(popup.getByRole("listitem")).toContainText(["mcp:read", "mcp:admin"]);
  await decide(popup);
  await expect(playground.result).toContainText("Everything is reset");
  await call(playground, "whoami", "mcp:read mcp:admin");
});

test("Forget credentials revokes the refresh token, and the next connection signs in again", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair();
  await connectBySigningIn(playground, server.url);
  const authorization = await openAuthorization(playground);
  await authorization.getByRole("button", { name: "Forget credentials" }).click();
  await expect.poll(() => provider.revocations()).toBe(1);
  await playground.button("Disconnect").click();
  await playground.button("Connect").click();
  const popup = await openSignIn(playground);
  await decide(popup);
  await isConnected(playground);
});

test("two tabs with remembered credentials use each refresh token once", async ({
  playground,
  counterparts,
  relay,
}) => {
  const { provider, server } = await counterparts.pair({ accessTokenSeconds: 4 });
  await connectBySigningIn(playground, server.url);
  const authorization = await openAuthorization(playground);
  await authorization.getByText("Remember on this device").click();
  const other = await openTab(playground, relay.createLink());
  await other.enter(server.url);
  await isConnected(other);
  for (const each of [playground, other]) await each.open("Tools", "whoami");
  await sleepPast(server.authorizations());
  const before = refreshesOf(provider).length;
  await Promise.all([playground, other].map((each) => each.button("Call tool").click()));
  for (const each of [playground, other]) {
    await expect(each.result).toContainText("with mcp:read");
  }
  const refreshes = refreshesOf(provider);
  expect(refreshes.length).toBeGreaterThan(before);
  expect(refreshes.filter(({ error }) => error)).toEqual([]);
});

test("remembered credentials open only with the relay that has half of their key", async ({
  playground,
  counterparts,
  watched,
}) => {
  const { server } = await counterparts.pair();
  const [own, foreign] = [randomBytes(32), randomBytes(32)];
  const host = createPageHost();
  const options = { port: await freePort(), pageDir, pageHost: () => host };
  const first = await createRelay({ ...options, deviceKey: own });
  for (const url of [first.origin, first.url]) watched.allow(url);
  const { page } = playground;
  await page.goto(first.createLink());
  await connectBySigningIn(playground, server.url);
  const authorization = await openAuthorization(playground);
  await expect(authorization).toContainText("the other in this relay");
  await authorization.getByText("Remember on this device").click();
  await expect(authorization.getByRole("switch", { name: "Remember" })).toBeChecked();
  await first.close();

  // the next program at this port serves a page of the same origin
  const second = await createRelay({ ...options, deviceKey: foreign });
  const tab = await openTab(playground, second.createLink());
  await tab.enter(server.url);
  await expect(authorizationOf(tab).getByRole("alert")).toContainText(
    "the key half of another relay",
  );
  await expect(authorizationOf(tab).getByRole("button", { name: "Authorize" })).toBeVisible();
  await tab.page.close();
  await second.close();

  const again = await createRelay({ ...options, deviceKey: own });
  const back = await openTab(playground, again.createLink());
  await back.enter(server.url);
  await isConnected(back);
  await again.close();
});
