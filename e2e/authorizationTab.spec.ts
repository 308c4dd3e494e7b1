/** Journey: where the browser blocks windows, the tab itself goes to the authorization server and comes back. */
import type { Playground } from "./playground.ts";
import {
  allowSecret,
  authorizationOf,
  call,
  decide,
  expect,
  isConnected,
  logIn,
  openAuthorization,
  openSignIn,
  readStorages,
  test,
} from "./signIn.ts";

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

/** Continues a sign-in in the tab itself, until the authorization server's page is shown. */
async function goInThisTab(playground: Playground): Promise<void> {
  const { page } = playground;
  await page.evaluate(() => {
    window.open = () => null;
  });
  const authorization = authorizationOf(playground);
  await authorization.getByRole("button", { name: "Authorize", exact: true }).click();
  await authorization.getByRole("button", { name: "Continue in this tab" }).click();
  await page.waitForURL(/\/interaction\//);
}

test("the tab is restored; no storage shows the secrets or the issuer, and the secret is asked about once", async ({
  playground,
  counterparts,
  relay,
}) => {
  const { page } = playground;
  const secret = "a client secret of some length";
  const client = {
    client_id: "known",
    client_secret: secret,
    redirect_uris: [`${relay.url}/callback.html`],
  };
  const { provider, server } = await counterparts.pair({ registration: false, clients: [client] });
  const authorization = authorizationOf(playground);
  // the callback page without its script: a page of the same origin, before the page read the redirect
  const script = /\/assets\/callback-/;
  await page.route(script, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  const exchange = page.waitForRequest(
    (request) => request.method() === "POST" && /code_verifier=/.test(request.postData() ?? ""),
  );
  await playground.server.fill(server.url);
  await openAuthorization(playground);
  await authorization.getByRole("switch", { name: "Remember on this device" }).click();
  await authorization.getByRole("button", { name: "Settings", exact: true }).click();
  await authorization.getByRole("textbox", { name: "Client ID", exact: true }).fill("known");
  await authorization.getByRole("textbox", { name: "Client secret" }).fill(secret);
  await playground.button("Connect").click();
  await allowSecret(playground, "client secret", `${provider.issuer}/token`);
  await playground.openComposer();
  await playground.write(playground.composer.getByRole("textbox", { name: "Message" }), "[1, 2]");
  await playground.tab("Authorization").click();
  await goInThisTab(playground);
  await logIn(page);
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/callback\.html\?code=/);
  const stored = await readStorages(page);
  expect(stored).toContain("mcp-playground.pending-authorization");
  expect(stored).not.toContain(provider.issuer);

  await page.unroute(script);
  await page.reload();
  await isConnected(playground);
  await expect(playground.server).toHaveValue(server.url);
  await expect(page).not.toHaveURL(/code=/);
  const verifier = new URLSearchParams((await exchange).postData() ?? "").get("code_verifier");
  expect(verifier).toMatch(/^[\w-]{43}/);
  for (const form of [...encodingsOf(verifier ?? ""), ...encodingsOf(secret)]) {
    expect(stored).not.toContain(form);
  }
  // what is remembered is encrypted first, and stored while the page is connected already
  await expect.poll(() => readStorages(page)).toContain("mcp-playground.has-sealed-credentials");
  const remembered = await readStorages(page);
  expect(remembered).not.toContain("pending-authorization");
  for (const clear of [secret, provider.issuer]) expect(remembered).not.toContain(clear);
  await playground.openComposer();
  await expect(playground.composer).toContainText("[1, 2]");

  // a step-up uses the client again, at the endpoint that the user has agreed to
  await playground.open("Tools", "reset");
  await playground.button("Call tool").click();
  const popup = await openSignIn(playground);
  await expect(popup.getByRole("listitem")).toContainText(["mcp:read", "mcp:admin"]);
  await decide(popup);
  await expect(playground.result).toContainText("Everything is reset");
  await call(playground, "whoami", "mcp:read mcp:admin");
});

test("after Back from the authorization server nothing is lost, and a second sign-in connects", async ({
  playground,
  counterparts,
}) => {
  const { page } = playground;
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  await goInThisTab(playground);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  // the evaluation must end before the document is unloaded
  await page.evaluate(() => void setTimeout(() => history.back(), 100));
  await expect(playground.server).toHaveValue(server.url);
  await openAuthorization(playground);
  await goInThisTab(playground);
  await logIn(page);
  await page.getByRole("button", { name: "Allow" }).click();
  await isConnected(playground);
  expect(provider.grants()).toHaveLength(1);
});
