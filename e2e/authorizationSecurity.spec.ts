/** Journey: malicious authorization servers are refused with a reason, and no secret reaches them. */
import { createRelay } from "../relay/server.ts";
import { chromiumArgs, findChromium } from "./chromium.ts";
import { pageDir } from "./ensureBuild.ts";
import { createPlayground, type Playground } from "./playground.ts";
import { type Fault, type RogueAuth, rogueToken } from "./servers/authorization/rogueAuth.ts";
import { listen } from "./servers/listen.ts";
import {
  authorizationOf,
  expect,
  isConnected,
  openAuthorization,
  openSignIn,
  test,
} from "./signIn.ts";

const executablePath = findChromium();
// public host names that resolve to this machine
test.use({
  launchOptions: {
    args: [
      ...chromiumArgs,
      "--host-resolver-rules=MAP mcp.example 127.0.0.1, MAP playground.example 127.0.0.1",
    ],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
});

async function come(playground: Playground, rogue: RogueAuth, fault: Fault) {
  await playground.enter(rogue.url(fault));
  await openSignIn(playground);
}

test("without an attack the same server accepts the sign-in", async ({
  playground,
  counterparts,
}) => {
  const rogue = await counterparts.rogue();
  await come(playground, rogue, "nothing");
  await isConnected(playground);
});

const refusedRedirects: readonly (readonly [Fault, RegExp])[] = [
  ["foreign-iss", /other\.example/],
  ["missing-iss", /redirect has no iss/],
  ["foreign-state", /another sign-in/],
];
for (const [fault, words] of refusedRedirects) {
  test(`${fault}: no code is exchanged`, async ({ playground, counterparts }) => {
    const rogue = await counterparts.rogue();
    await come(playground, rogue, fault);
    await expect(authorizationOf(playground)).toContainText(words);
    expect(rogue.requests(fault)).toContain("GET /authorize");
    expect(rogue.requests(fault)).not.toContain("POST /token");
  });
}

test("a code from another flow is not used, and the callback page does not redirect", async ({
  playground,
  counterparts,
  context,
  relay,
}) => {
  const { provider, server } = await counterparts.pair();
  await playground.enter(server.url);
  const asking = context.waitForEvent("request", (request) => /redirect_uri=/.test(request.url()));
  await openSignIn(playground);
  const callback = new URL((await asking).url()).searchParams.get("redirect_uri");
  const other = await context.newPage();
  const harm = "https://other.example/";
  const parameters = `code=injected&state=guessed&redirect_uri=${harm}&next=${harm}#${harm}`;
  await other.goto(`${callback}?${parameters}`);
  await expect(other.getByRole("main")).toBeVisible();
  await expect.poll(() => other.url()).not.toMatch(/injected|other/);
  expect(new URL(other.url()).origin).toBe(relay.origin);
  expect(provider.grants()).toEqual([]);
});

const refusedDocuments: readonly (readonly [Fault, RegExp])[] = [
  ["javascript-endpoint", /javascript:/],
  ["foreign-metadata", /other\.example/],
  ["foreign-resource", /other\.example/],
  ["huge-metadata", /response is too large/],
];
for (const [fault, words] of refusedDocuments) {
  test(`${fault}: refused before registration and sign-in`, async ({
    playground,
    counterparts,
  }) => {
    const rogue = await counterparts.rogue();
    await playground.enter(rogue.url(fault));
    await expect(authorizationOf(playground)).toContainText(words);
    expect(rogue.requests(fault)).not.toContain("POST /register");
    expect(rogue.requests(fault)).not.toContain("GET /authorize");
    expect(await playground.page.title()).not.toContain("harmed");
  });
}

test("a public server whose metadata points to this machine needs a confirmation", async ({
  playground,
  counterparts,
  watched,
}) => {
  const rogue = await counterparts.rogue();
  const url = rogue.url("points-inward", "mcp.example");
  watched.allow(url);
  await playground.enter(url);
  const authorization = authorizationOf(playground);
  await expect(authorization).toContainText("127.0.0.1");
  expect(rogue.requests("points-inward")).not.toContain("GET oauth-authorization-server");
  await authorization.getByRole("button", { name: "Do not" }).click();
  await expect(authorization).toContainText("A private address was not contacted");
  expect(rogue.requests("points-inward")).not.toContain("GET oauth-authorization-server");
});

test("an HTML page instead of a token response is refused", async ({
  playground,
  counterparts,
}) => {
  const rogue = await counterparts.rogue();
  await come(playground, rogue, "html-token");
  await expect(authorizationOf(playground)).toContainText("The response is not JSON");
});

test("a server that refuses the token it asked for gets one more attempt only", async ({
  playground,
  counterparts,
}) => {
  const rogue = await counterparts.rogue();
  await come(playground, rogue, "never-content");
  await expect(authorizationOf(playground)).toContainText("refused the new token");
  expect(
    rogue.requests("never-content").filter((what) => what === "POST /token").length,
  ).toBeLessThanOrEqual(2);
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
