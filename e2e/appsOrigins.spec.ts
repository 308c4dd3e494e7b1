/** Journey: apps of two servers, and where their storage is, in a profile that keeps storage. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { createRelay } from "../relay/server.ts";
import { demoUrl } from "../shared/demo/demoUrl.ts";
import { appIn, appsCommand, expect, showSteps, test } from "./appsFixture.ts";
import { chromiumArgs, ensureChromium } from "./chromium.ts";
import { pageDir } from "./ensureBuild.ts";
import { createPlayground, type Playground } from "./playground.ts";
import { freePort } from "./servers/process.ts";
import { startStaticHost } from "./servers/staticHost.ts";

/** A profile of its own: browsers block the storage of frames in the contexts of other journeys. */
async function openProfile(url: string) {
  const folder = mkdtempSync(join(tmpdir(), "profile-"));
  mkdirSync(join(folder, "Default"));
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  writeFileSync(join(folder, "Default/Preferences"), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await ensureChromium(),
    args: [...chromiumArgs],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(url);
  await page.locator("#shell").waitFor({ state: "detached" });
  const close = async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { page, close };
}

/** Shows the app that stores the title, and returns what it found before. */
async function found(playground: Playground, title: string) {
  await playground.open("Tools", "stores");
  await playground.field("title").fill(title);
  await playground.button("Call tool").click();
  await showSteps(playground);
  const app = appIn(playground, "stores");
  await expect(app.locator("#other")).toContainText("-32602");
  return (await app.locator("p").allInnerTexts()).filter((line) => !line.startsWith("other"));
}

const kinds = ["cookie", "localStorage", "sessionStorage", "indexedDB", "caches"];

test("an app of one server finds nothing of another's, and its own again", async ({ relay }) => {
  const { page, close } = await openProfile(relay.createLink());
  const playground = createPlayground(page);
  await playground.start(`${appsCommand} first`);
  expect(await found(playground, "one")).toEqual(kinds.map((kind) => `${kind}: nothing`));
  await playground.button("Add server").click();
  await playground.start(`${appsCommand} second`);
  expect(await found(playground, "two")).toEqual(kinds.map((kind) => `${kind}: nothing`));
  const [_, ...kept] = kinds;
  await playground.button("Reload app").click();
  for (const kind of kept) {
    await expect(
      appIn(playground, "stores").getByText(`${kind}: two`, { exact: true }),
    ).toBeVisible();
  }
  expect(await storedByPage(page)).not.toContain("two");
  await close();
});

/** Names and texts in the storage of the page. */
function storedByPage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, document.cookie]);
  });
}

test("a public relay serves apps at --apps-origin, each at a host of its own", async () => {
  const port = await freePort();
  const hosted = await createRelay({
    port,
    pageDir,
    publicUrl: `http://play.localhost:${port}/`,
    appsOrigin: `http://*.apps.localhost:${port}`,
  });
  const { page, close } = await openProfile(`http://play.localhost:${port}/`);
  const playground = createPlayground(page);
  await playground.connect(demoUrl);
  await playground.open("Tools", "show_steps");
  await playground.button("Call tool").click();
  await showSteps(playground);
  await expect(appIn(playground, "show_steps").locator("body")).toContainText("Mon");
  const hosts = page.frames().map((frame) => new URL(frame.url()).host);
  expect(hosts).toContainEqual(expect.stringMatching(/^app-[0-9a-f]{32}\.apps\.localhost:\d+$/));
  await expect(playground.result.getByText("no storage")).toHaveCount(0);
  await close();
  await hosted.close();
});

test("a static host without headers shows apps at an opaque origin, and the page says so", async () => {
  const host = await startStaticHost(pageDir, { sendsHeaders: false });
  const { page, close } = await openProfile(host.url);
  const playground = createPlayground(page);
  await playground.connect(demoUrl);
  await playground.open("Tools", "show_steps");
  await playground.button("Call tool").click();
  await showSteps(playground);
  const app = appIn(playground, "show_steps");
  await expect(app.locator("body")).toContainText("Mon");
  expect(await app.locator("body").evaluate(() => self.origin)).toBe("null");
  await expect(playground.result.getByText("no storage")).toBeVisible();
  await close();
  await host.close();
});
