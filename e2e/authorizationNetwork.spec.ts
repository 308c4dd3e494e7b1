/** Journey: what the browser withholds from a sign-in: responses without CORS, and Web Crypto on plain http. */
import { createRelay } from "../relay/server.ts";
import { chromiumArgs, findChromium } from "./chromium.ts";
import { pageDir } from "./ensureBuild.ts";
import { createPlayground } from "./playground.ts";
import { rogueToken } from "./servers/authorization/rogueAuth.ts";
import { listen } from "./servers/listen.ts";
import {
  authorizationOf,
  decide,
  expect,
  isConnected,
  openAuthorization,
  openSignIn,
  signIn,
  test,
} from "./signIn.ts";

const executablePath = findChromium();
// a public host name that resolves to this machine
test.use({
  launchOptions: {
    args: [...chromiumArgs, "--host-resolver-rules=MAP playground.example 127.0.0.1"],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
});

test("what CORS withholds is named, and sent through the relay once the user agrees for its origin; a step-up asks nothing again", async ({
  playground,
  counterparts,
}) => {
  const provider = await counterparts.oidc({ cors: "none" });
  const server = await counterparts.protect({
    authorizationServers: [provider],
    metadataCors: false,
  });
  const authorization = authorizationOf(playground);
  const question = playground.page.getByRole("alertdialog");
  await playground.enter(server.url);
  for (const [name, url, where] of [
    ["Discover resource", server.url, "On the MCP server"],
    ["Discover issuer", provider.issuer, "On the authorization server"],
  ] as const) {
    const failed = authorization.getByRole("listitem", { name: `${name}: failed` });
    const { host } = new URL(url);
    await expect(failed).toContainText(`${host} does not let this page read its response (CORS)`);
    await expect(failed).toContainText(`${where}: allow the origin`);
    await failed.getByRole("button", { name: "Send this step through the relay" }).first().click();
    await expect(question).toContainText(host);
    await question.getByRole("button", { name: "Allow" }).click();
    await expect(authorization.getByRole("listitem", { name: `${name}: done` })).toBeVisible();
  }
  await expect(playground.status).toHaveText("Authorization needed · see Authorization");
  await signIn(playground);
  await isConnected(playground);

  await playground.open("Tools", "reset");
  await playground.button("Call tool").click();
  await decide(await openSignIn(playground));
  await expect(playground.result).toContainText("Everything is reset");
});

test("a page on plain http at a network name says what it cannot do, and accepts a token by hand", async ({
  page,
  counterparts,
  watched,
}) => {
  const free = await listen();
  await free.close();
  const { port } = new URL(free.origin);
  const publicUrl = `http://playground.example:${port}/`;
  watched.allow(publicUrl);
  const relay = await createRelay({ port: Number(port), publicUrl, pageDir });
  const rogue = await counterparts.rogue();
  await page.goto(publicUrl);
  expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([
    false,
    "undefined",
  ]);
  const playground = createPlayground(page);
  await playground.enter(rogue.url("nothing"));
  const authorization = authorizationOf(playground);
  await expect(authorization).toContainText("PKCE needs the Web Crypto API");
  await expect(authorization).toContainText("Open the playground over https, or at localhost.");
  expect(rogue.requests("nothing").filter((what) => what !== "POST /mcp")).toEqual([]);
  await authorization.getByRole("button", { name: "Authorize", exact: true }).click();
  await expect(authorization).toContainText("PKCE needs the Web Crypto API");

  await openAuthorization(playground);
  await authorization.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("combobox", { name: "Authorization method" }).click();
  await page.getByRole("option", { name: "Bearer token or custom headers" }).click();
  await authorization.getByRole("textbox", { name: "Bearer token" }).fill(rogueToken);
  await playground.button("Connect").click();
  await isConnected(playground);
  await relay.close();
});
