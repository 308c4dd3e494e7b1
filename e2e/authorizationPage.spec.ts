/** Journey: the authorization view, and what a tab stores before it has a token. */
import type { Page } from "@playwright/test";
import { check, show, sizes } from "./axe.ts";
import { createPlayground, type Playground } from "./playground.ts";
import {
  authorizationOf,
  call,
  connectBySigningIn,
  decide,
  expect,
  isConnected,
  logIn,
  openSignIn,
  signIn,
  test,
} from "./signIn.ts";

const step = (playground: Playground, name: string) =>
  authorizationOf(playground).getByRole("listitem", { name });

const press = (playground: Playground, name: string) =>
  authorizationOf(playground).getByRole("button", { name, exact: true }).click();

/** What this tab stores for a sign-in in progress. */
const pending = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem("mcp-playground.pending-authorization"));

test("where windows are blocked the tab itself navigates, and the screen is restored", async ({
  playground,
  counterparts,
}) => {
  const { page } = playground;
  const { server } = await counterparts.pair();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await playground.enter(server.url);
  await expect(authorizationOf(playground)).toBeVisible();
  await playground.openComposer();
  await playground.write(playground.composer.getByRole("textbox", { name: "Message" }), "[1, 2]");
  await playground.tab("Authorization").click();
  await press(playground, "Authorize");
  await press(playground, "Continue in this tab");
  await logIn(page);
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(playground.status).toContainText("Connected");
  await expect(playground.server).toHaveValue(server.url);
  expect(page.url()).not.toContain("code=");
  expect(await pending(page)).toBeNull();
  await playground.openComposer();
  await expect(playground.composer).toContainText("[1, 2]");
  await call(playground, "whoami", "with mcp:read");
});

test("Back from the authorization server without a response: nothing is lost, and sign-in can start again", async ({
  playground,
  counterparts,
}) => {
  const { page } = playground;
  const { server } = await counterparts.pair();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await playground.enter(server.url);
  await press(playground, "Authorize");
  await press(playground, "Continue in this tab");
  // the page has a heading "Sign in", too
  await page.waitForURL(/\/interaction\//);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  // the evaluation must end before the document is unloaded
  await page.evaluate(() => void setTimeout(() => history.back(), 100));
  await expect(playground.server).toHaveValue(server.url);
  await signIn(playground);
  await expect(playground.status).toContainText("Connected");
});

test("remembered credentials are encrypted, work in a new tab, and Forget credentials removes them", async ({
  playground,
  counterparts,
  context,
  relay,
}) => {
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  await authorizationOf(playground)
    .getByRole("switch", { name: "Remember on this device" })
    .click();
  await signIn(playground);
  await expect(playground.status).toContainText("Connected");

  const kept = await playground.page.evaluate(readStoredItems);
  expect(kept.count).toBeGreaterThan(1);
  for (const secret of provider.secrets()) expect(kept.text).not.toContain(secret);
  expect(kept.extractable).toEqual([false]);

  const other = createPlayground(await context.newPage());
  await other.page.goto(relay.createLink());
  await other.connect(server.url);
  await call(other, "whoami", "with mcp:read");
  expect(provider.grants()).toHaveLength(1);

  await other.tab("Authorization").click();
  await press(other, "Forget credentials");
  await expect.poll(async () => (await other.page.evaluate(readStoredItems)).count).toBe(1);
});

test("a step that CORS blocks can be sent through the relay", async ({
  playground,
  counterparts,
}) => {
  const { server } = await counterparts.pair({ cors: "none" });
  await playground.enter(server.url);
  await authorizationOf(playground)
    .getByRole("button", { name: "Send this step through the relay" })
    .first()
    .click();
  const question = playground.page.getByRole("alertdialog");
  await question.getByRole("button").last().click();
  await signIn(playground);
  await expect(playground.status).toContainText("Connected");
});

for (const route of ["Direct", "Relay"] as const) {
  test(`Route ${route}: metadata that only CORS withholds stops at its step, or is read on the route`, async ({
    playground,
    counterparts,
  }) => {
    const { page } = playground;
    const provider = await counterparts.oidc();
    const server = await counterparts.protect({
      authorizationServers: [provider],
      metadataCors: false,
    });
    await playground.server.fill(server.url);
    if (route === "Relay") {
      await page.getByRole("combobox", { name: "Route" }).click();
      await page.getByRole("option", { name: "Relay" }).click();
    }
    await playground.server.press("Enter");
    const allow = page.getByRole("alertdialog").getByRole("button", { name: "Allow" });
    if (route === "Relay") await allow.click();
    else {
      const resource = step(playground, "Discover resource: failed");
      await expect(resource).toContainText("does not let this page read its response (CORS)");
      await expect(resource).toContainText("On the MCP server: allow the origin");
      await resource.getByRole("button", { name: "Send this step through the relay" }).click();
      await allow.click();
    }
    await expect(step(playground, "Discover resource: done")).toBeVisible();
    await expect(playground.status).toHaveText("Authorization needed · see Authorization");
    await signIn(playground);
    await isConnected(playground);

    // the discovery of a step-up asks nothing again
    await playground.open("Tools", "reset");
    await playground.button("Call tool").click();
    const popup = await openSignIn(playground);
    await decide(popup);
    await expect(playground.result).toContainText("Everything is reset");
  });
}

test("the callback page opened directly explains itself and runs none of the page's code", async ({
  context,
  relay,
}) => {
  const page = await context.newPage();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const response = await page.goto(`${relay.url}/callback.html`);
  expect(response?.headers()["cache-control"]).toBe("no-store");
  await expect(page.getByRole("heading", { name: "Nothing to do here" })).toBeVisible();
  const scripts = loaded.filter((path) => path.startsWith("/assets/"));
  expect(scripts.map((path) => path.replace(/-[\w-]{8}\./, "."))).toEqual(["/assets/callback.js"]);
});

for (const viewport of sizes) {
  test.describe(`${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport });

    test("the view has no serious axe finding and no horizontal scrolling", async ({
      playground,
      counterparts,
    }) => {
      const { server } = await counterparts.pair();
      await connectBySigningIn(playground, server.url);
      await show(playground, "Workbench");
      await playground.showView("Authorization");
      for (const name of ["Get token", "Token request (authorization code)", "Settings", "More"]) {
        await press(playground, name);
      }
      await check(playground, "authorization");
    });
  });
}

/**
 * Runs in the page: the number of stored items, the text that can be read from them, and whether
 * their key can be exported.
 */
async function readStoredItems() {
  const open = indexedDB.open("mcp-playground.safe");
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result);
    open.onerror = () => reject(open.error);
  });
  const all = database.transaction("things").objectStore("things").getAll();
  const things = await new Promise<unknown[]>((resolve) => {
    all.onsuccess = () => resolve(all.result);
  });
  database.close();
  const keys = things.filter((thing) => thing instanceof CryptoKey);
  const text = things
    .map((thing) => (thing as { bytes?: ArrayBuffer }).bytes)
    .map((bytes) => (bytes ? new TextDecoder("latin1").decode(bytes) : ""))
    .join("\n");
  return { count: things.length, text, extractable: keys.map(({ extractable }) => extractable) };
}
