/** Journey in Firefox and in WebKit: calls over HTTP and stdio, an app, a reload, a shared session, a sign-in. */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { createRelay } from "../../relay/server.ts";
import { demoUrl } from "../../shared/demo/demoUrl.ts";
import { decodeSession } from "../../shared/recording/link.ts";
import { pageDir } from "../ensureBuild.ts";
import { startOidcProvider } from "../servers/authorization/oidcProvider.ts";
import { startProtectedServer } from "../servers/authorization/protectedServer.ts";
import { startEverything } from "../servers/everything.ts";
import { freePort } from "../servers/process.ts";
import { startStaticHost } from "../servers/staticHost.ts";
import type { Browser } from "./browser.ts";
import { findBrowsers } from "./programs.ts";
import { createRemotePage, keys, type RemotePage } from "./remotePage.ts";

const appsCommand = `node ${fileURLToPath(new URL("../servers/apps/apps.ts", import.meta.url))}`;

for (const browser of findBrowsers()) {
  if ("start" in browser) {
    test(`${browser.name}: calls, a reload, a shared session and a sign-in`, async () => {
      test.setTimeout(300_000);
      await useIn(browser.start);
    });
  } else {
    const sentence = `${browser.name} needs ${browser.missing}, which is not installed here`;
    if (process.env.CI) {
      test(sentence, () => {
        throw new Error(`${sentence}; .ci/run installs it`);
      });
    } else test.skip(sentence, () => {});
  }
}

const isStored = `performance.getEntriesByName("stored").length > 0`;

/** Scrolls to the first messages, because only rows in view are drawn. */
const textOfFirstMessages = `(() => {
  const grid = document.querySelector('[role=grid][aria-label="Messages"]');
  for (let part = grid; part; part = part.parentElement) part.scrollTop = 0;
  return grid ? grid.innerText : "";
})()`;

/** Where the sandbox page of the app that is shown comes from. */
const hostOfApp = `new URL(document.querySelector('iframe[title^="App: "]:not([hidden])').src).host`;

async function useIn(start: () => Promise<Browser>) {
  const relay = await createRelay({ port: 0, pageDir, deviceKey: randomBytes(32), blobs: true });
  const everything = await startEverything();
  const issuer = await startOidcProvider();
  const guarded = await startProtectedServer({ authorizationServers: [issuer] });
  const port = await freePort();
  const hosted = await createRelay({
    port,
    pageDir,
    publicUrl: `http://play.localhost:${port}/`,
    appsOrigin: `http://*.apps.localhost:${port}`,
  });
  const host = await startStaticHost(pageDir, { sendsHeaders: false });
  const places = [
    {
      name: "a public relay with --apps-origin",
      url: `http://play.localhost:${port}/`,
      appHost: /^app-[0-9a-f]{32}\.apps\.localhost:\d+$/,
    },
    { name: "a static host without headers", url: host.url, appHost: /^127\.0\.0\.1:\d+$/ },
  ];
  const browser = await start();
  test.info().annotations.push({ type: "browser", description: browser.version });
  try {
    const [tab] = await browser.tabs();
    if (!tab) throw new Error("The browser has no tab");
    const page = createRemotePage(tab);
    await test.step("a call over HTTP", async () => {
      await tab.navigate(relay.createLink());
      await connect(page, everything.url);
      await page.click("option", /^echo\b/);
      await page.fill("textbox", "message", "in this browser");
      await page.click("button", "Call tool");
      await page.hasText("region", "Result", "Echo: in this browser");
    });

    await test.step("a reload", async () => {
      await page.fill("textbox", "message", "not sent yet");
      await expect.poll(() => readUrl(page), { timeout: 60_000 }).toContain("not sent yet");
      // the messages are written when the page is idle
      await expect.poll(() => tab.evaluate(isStored), { timeout: 60_000 }).toBe(true);
      await tab.reload();
      await page.hasText("status", "Connection", "Connected");
      await page.hasValue("textbox", "message", /^not sent yet$/);
      await page.hasText("region", "Result", "Echo: in this browser");
      // the messages are restored after the result, above those of the new connection
      const firstMessages = () => page.tab.evaluate(textOfFirstMessages);
      await expect.poll(firstMessages, { timeout: 60_000 }).toContain("tools/call");
    });

    await test.step("a shared session", async () => {
      await page.click("button", "Share");
      const link = await page.hasValue("textbox", "Link", /#s=2\./);
      const viewer = createRemotePage(await browser.openTab());
      await viewer.tab.navigate(link);
      await viewer.hasText("region", "Recording", "Nothing is contacted");
      await viewer.hasText("region", "Result", "Echo: in this browser");
    });

    const other = createRemotePage(await browser.openTab());
    await test.step("a call over stdio", async () => {
      await other.tab.navigate(relay.createLink());
      await other.fill("combobox", "Server", appsCommand);
      await other.type(keys.enter);
      await other.click("button", "Start");
      await other.hasText("status", "Connection", "Connected");
      await other.click("option", /^friendly Shows/);
      await other.click("button", "Call tool");
    });

    await test.step("its app", async () => {
      await other.click("button", /^paint/);
      await other.fill("textbox", "colour", "red");
      await other.click("button", "Call tool of the app");
      // the app answers with the result that it shows
      await other.hasText("region", "Tool of the app: paint", "red, result: friendly, call 1");
      await other.click("row", /tools\/call friendly/);
      await other.type(keys.right);
      await other.hasText("grid", "Messages", "ui/initialize");
    });

    for (const { name, url, appHost } of places) {
      await test.step(`the demo's app on ${name}`, async () => {
        const there = createRemotePage(await browser.openTab());
        await there.tab.navigate(url);
        await connect(there, demoUrl);
        await there.click("option", /^show_steps\b/);
        await there.click("button", "Call tool");
        await there.hasText("region", "App", "App: show_steps");
        await there.click("row", /tools\/call show_steps/);
        await there.type(keys.right);
        await there.hasText("grid", "Messages", "ui/initialize");
        expect(await there.tab.evaluate(hostOfApp)).toMatch(appHost);
      });
    }

    await test.step("a sign-in", async () => {
      await other.fill("combobox", "Server", guarded.url);
      await other.type(keys.enter);
      const popup = await opened(browser, () => other.click("button", "Authorize"));
      await popup.fill("textbox", "Name", "ada");
      await popup.type(`${keys.tab}any${keys.enter}`);
      await popup.click("button", "Allow");
      await other.hasText("status", "Connection", "Connected");
      await other.click("option", /^whoami\b/);
      await other.click("button", "Call tool");
      await other.hasText("region", "Result", "with mcp:read");
      // the window of the sign-in has closed itself
      const tabs = async () => (await browser.tabs()).map(({ id }) => id);
      await expect.poll(tabs, { timeout: 60_000 }).not.toContain(popup.tab.id);
    });
  } finally {
    await browser.close();
    for (const server of [guarded, issuer, relay, hosted, host]) await server.close();
    await everything.stop();
  }
}

async function connect(page: RemotePage, url: string) {
  await page.fill("combobox", "Server", url);
  await page.type(keys.enter);
  await page.hasText("status", "Connection", "Connected");
}

/** Does something that opens a window. @returns the window */
async function opened(browser: Browser, action: () => Promise<void>): Promise<RemotePage> {
  const known = new Set((await browser.tabs()).map(({ id }) => id));
  await action();
  for (;;) {
    const tab = (await browser.tabs()).find(({ id }) => !known.has(id));
    if (tab) return createRemotePage(tab);
  }
}

/** The small state of the page that its URL holds, as JSON text. */
async function readUrl(page: RemotePage): Promise<string> {
  const hash = String(await page.tab.evaluate("location.hash"));
  return JSON.stringify(await decodeSession(hash.slice("#s=".length)));
}
