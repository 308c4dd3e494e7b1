/** Journey: the app of a tool beside its result. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { demoUrl } from "../shared/demo/demoUrl.ts";
import {
  appIn,
  appsCommand,
  expect,
  expectText,
  openApp,
  shownFrames,
  showSteps,
  step,
  test,
} from "./appsFixture.ts";
import { whenPreloaded } from "./fixtures.ts";
import { createPlayground } from "./playground.ts";
import { projectRoot } from "./runScript.ts";
import { freePort, startProcess } from "./servers/process.ts";

test("an app opens beside its result, its messages are in Traffic, and it asks before it acts", {
  tag: "@main",
}, async ({ playground, leaks }) => {
  const { page } = playground;
  await playground.start(appsCommand);
  await expect(playground.item("Tools", "friendly").getByLabel("has an app")).toBeVisible();
  await expect(playground.item("Tools", "refresh")).toContainText("app only");
  await expect(playground.item("Tools", "secret")).toContainText("model only");
  const app = await openApp(playground, "friendly");
  await expect(app.locator("#result")).toHaveText("result: friendly, call 1");
  await expect(app.locator("#input")).toHaveText("input: {}");
  const { scrollHeight, clientHeight } = await page
    .locator("html")
    .evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }));
  expect(scrollHeight).toBe(clientHeight);
  const region = playground.region("App");
  await expect(region.getByRole("list", { name: "Why blank?" }).getByLabel("done")).toHaveCount(13);

  await test.step("it has all of the width, without a list of steps beside it", async () => {
    const share = () =>
      shownFrames(page, "friendly").evaluate((frame) => {
        const result = frame.closest("[aria-label=Result]");
        return result ? frame.clientWidth / result.clientWidth : 0;
      });
    await expect.poll(share).toBeGreaterThan(0.9);
  });

  await test.step("what the list and the content say differently is shown", async () => {
    await region.getByRole("button", { name: "Metadata, policy and limits" }).click();
    await expect(region).toContainText("differ in prefersBorder; the content counts");
  });

  await test.step("messages are parts of the call, with their text", async () => {
    const call = playground.row(/tools\/call friendly/).first();
    await call.getByRole("button", { name: "Parts" }).click();
    await expect(playground.row(/from the app.*ui\/initialize/).first()).toBeVisible();
    await playground.row(/sent to the app.*tool-input/).click();
    await expect(playground.region("Message detail")).toContainText('"arguments"');
  });

  await test.step("a read-only call is sent at once and names who caused it", async () => {
    await app.getByRole("button", { name: "Refresh" }).click();
    await expect(app.locator("#answer").last()).toContainText("refresh, call 1");
    await expect(
      playground.row(/^sent(?! to).*by the app.*tools\/call refresh/).first(),
    ).toBeVisible();
  });

  await test.step("other calls ask first, and show what is sent", async () => {
    await app.getByRole("button", { name: "Save" }).click();
    const question = playground.region("Call save?");
    await expect(question).toContainText('"file": "a"');
    await expect(question.locator(":focus")).toHaveCount(0);
    await question.getByRole("button", { name: "Decline" }).click();
    await expect(app.locator("#answer").last()).toContainText("The user declined the call");
    await app.getByRole("button", { name: "Save" }).click();
    await question.getByRole("button", { name: "Call tool and do not ask again" }).click();
    await expect(app.locator("#answer").last()).toContainText("save, call 1");
    await app.getByRole("button", { name: "Save" }).click();
    await expect(app.locator("#answer").last()).toContainText("save, call 2");
  });

  await test.step("a tool for models only is refused with the specification's error", async () => {
    await app.getByRole("button", { name: "Secret" }).click();
    await expect(app.locator("#answer").last()).toContainText("-32602");
  });

  await test.step("messages, context, links and files need consent", async () => {
    await app.getByRole("button", { name: "Message" }).click();
    await playground.region("Send to the chat?").getByRole("button", { name: "Send" }).click();
    await expect(region.getByRole("button", { name: "Copy message to the chat" })).toBeVisible();
    await app.getByRole("button", { name: "Context" }).click();
    await playground
      .region("Tell the model?")
      .getByRole("button", { name: "Allow", exact: true })
      .click();
    await expect(region).toContainText('"chosen": 3');
    await app.getByRole("button", { name: "Link" }).click();
    await expect(playground.region("Open link?")).toContainText("https://example.com/docs");
    await playground.region("Open link?").getByRole("button", { name: "Decline" }).click();
    await expect(app.locator("#answer").last()).toContainText("denied by user");
    await app.getByRole("button", { name: "Download" }).click();
    const files = playground.region("Save files?");
    const download = page.waitForEvent("download");
    await files.getByRole("button", { name: "Save" }).click();
    expect((await download).suggestedFilename()).toMatch(/^x(\.\w+)?$/);
  });

  await test.step("a request for a model is in the inbox", async () => {
    await app.getByRole("button", { name: "Sample" }).click();
    const request = playground.region("Sampling request");
    await expect(request).toContainText("Name a colour");
    await request.getByRole("button", { name: "Decline" }).click();
    await expect(app.locator("#answer").last()).toContainText("code");
  });
  expect(leaks).toEqual([]);
});

test("what an app says reaches the chat, marked as untrusted", async ({ playground }) => {
  const { page, button } = playground;
  await playground.start(appsCommand);
  const app = await openApp(playground, "friendly");
  await app.getByRole("button", { name: "Message" }).click();
  await playground.region("Send to the chat?").getByRole("button", { name: "Send" }).click();
  await button("Send to Chat").click();
  const fromApp = playground.region("From the app of friendly");

  await test.step("from the page of the tool it waits for the user", async () => {
    await expect(fromApp).toContainText("untrusted");
    await expect(page.getByRole("article", { name: "You" })).toHaveCount(0);
    await fromApp.getByRole("button", { name: "Remove" }).click();
    await expect(fromApp).toHaveCount(0);
    await expect(button("Send")).toBeDisabled();
  });

  await test.step("the app of the tool's page goes on while Chat is shown", async () => {
    await expect(page.locator('iframe[title="App: friendly"]')).toBeHidden();
    await page.getByRole("tab", { name: "Call" }).click();
    await expect(app.locator("#result")).toHaveText("result: friendly, call 1");
    await expect(app.locator("#answer")).toHaveCount(1);
    await page.getByRole("tab", { name: "Chat" }).click();
    await expect(fromApp).toHaveCount(0);
  });

  await page.getByRole("textbox", { name: "Message" }).fill("friendly {}");
  await button("Send").click();
  const inChat = appIn(playground, "friendly", 0);
  await expect(inChat.locator("#result")).toHaveText("result: friendly, call 2");

  await test.step("context waits for the next message", async () => {
    await inChat.getByRole("button", { name: "Context" }).click();
    const question = playground.region("Tell the model?");
    await question.getByRole("button", { name: "Allow", exact: true }).click();
    await expect(fromApp).toContainText("chosen");
    await expect(page.getByRole("article", { name: "You" })).toHaveCount(1);
  });

  await test.step("a message is sent with it, after a question, and answered", async () => {
    await inChat.getByRole("button", { name: "Message" }).click();
    await playground.region("Send to the chat?").getByRole("button", { name: "Send" }).click();
    const sent = page.getByRole("article", { name: "You" }).nth(1);
    await expect(sent.getByRole("region", { name: "From the app of friendly" })).toHaveCount(2);
    await expect(sent).toContainText("Hi");
    await expect(page.getByRole("article", { name: /^Reply of / })).toHaveCount(4);
    await expect(inChat.locator("#result")).toHaveText("result: friendly, call 2");
  });
});

/** Bytes of the scripts and styles that the page has loaded, compressed. */
function loadedBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => /\.(js|css)$/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
}

test("the host's context changes while the app runs, and its input is played back", async ({
  playground,
}) => {
  await playground.start(appsCommand);
  await playground.open("Tools", "save");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("save, call 1");
  // what is loaded from then on is the app's
  await whenPreloaded(playground.page);
  const before = await loadedBytes(playground.page);
  await playground.open("Tools", "friendly");
  await playground.field("title").fill("a long title to play");
  await playground.button("Call tool").click();
  await showSteps(playground);
  const app = appIn(playground, "friendly");
  const region = playground.region("App");
  await expect(app.locator("#theme")).toHaveText("theme: light");
  const size = (await loadedBytes(playground.page)) - before;
  expect(size).toBeGreaterThan(5_000);
  expect(size).toBeLessThanOrEqual(25_000);
  await region.getByRole("radio", { name: "Dark" }).check({ force: true });
  await expect(app.locator("#changed").last()).toHaveText("changed: theme");
  await region.getByRole("radio", { name: "320" }).check({ force: true });
  await expect(app.locator("#changed").last()).toHaveText("changed: containerDimensions");
  await expect
    .poll(() => shownFrames(playground.page, "friendly").evaluate((it) => it.clientWidth))
    .toBe(320);
  await region.getByRole("button", { name: "More context" }).click();
  await region.getByText("Text at 200 %").click();
  await expect(app.locator("#changed").last()).toHaveText("changed: styles");
  await region.getByText("Safe areas").click();
  await expect(app.locator("#changed").last()).toHaveText("changed: safeAreaInsets");
  await region.getByRole("button", { name: "Play input" }).click();
  await expect(app.locator("#partial").first()).toContainText("{");
  await expect(app.locator("#input")).toContainText("a long title to play");
  await expect(app.locator("#input")).toHaveCount(1);
});

test("a blank app says why, and what was blocked can be tried", async ({ playground, context }) => {
  await playground.start(appsCommand);
  await context.route("https://cdn.example.com/chart.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "window.chart = true" }),
  );
  await openApp(playground, "blank");
  const region = playground.region("App");
  await expect(step(playground, "Console")).toContainText("Could not load https://cdn");
  await region.getByRole("button", { name: /^Console/ }).click();
  await expect(region.getByRole("list", { name: "Console of the app" })).toContainText("Chart is");
  await expect(step(playground, "Blocked by policy")).toContainText("1 request");
  await expect(region).toContainText('"resourceDomains": ["https://cdn.example.com"]');
  await region.getByRole("button", { name: "Try with it" }).click();
  await expect(step(playground, "Blocked by policy")).toContainText("nothing");

  await openApp(playground, "silent");
  await expect(step(playground, "ui/initialize seen")).toContainText("not within 5 s");
  await openApp(playground, "gone");
  await expect(step(playground, "Resource read")).toContainText("Resource not found");
  await expect(playground.region("App")).toContainText("A tool must name a resource that exists");
  const moves = await openApp(playground, "moves");
  await expect(moves.locator("#shown")).toHaveText("shown: first");
  await moves.getByRole("button", { name: "Change" }).click();
  await expect(moves.locator("#shown")).toHaveText("shown: second");
  const changed = "is now ui://apps/second.html";
  await expect(region).toContainText(changed);
  await playground.button("Call tool").click();
  await expect(playground.row(/moves, call 2/).first()).toBeVisible();
  await expect(moves.locator("#shown")).toHaveText("shown: second");
  await expect(region).toContainText(changed);
  await playground.result.getByRole("radio", { name: "Content" }).check({ force: true });
  await expect(playground.result).toContainText("moves, call 2");

  await openApp(playground, "wrong-type");
  await expect(step(playground, "MIME type")).toContainText("text/html");
  await expect(playground.region("App")).toContainText("No app to show");
});

test("permissions are asked for, and tools of the app are called with the form", async ({
  playground,
}) => {
  await playground.start(appsCommand);
  await openApp(playground, "wants-camera");
  const question = playground.region("Allow the app to use this?");
  await expect(question).toContainText("camera");
  await question.getByRole("button", { name: "Allow" }).click();
  await expect(shownFrames(playground.page, "wants-camera")).toHaveAttribute("allow", "camera");

  // asked once for each app of a server
  await playground.button("Call tool").click();
  await expect(shownFrames(playground.page, "wants-camera")).toHaveAttribute("allow", "camera");
  await expect(question).toBeHidden();

  const app = await openApp(playground, "friendly");
  await playground.page
    .getByRole("list", { name: "Tools of the app" })
    .getByRole("button", { name: "paint" })
    .click();
  const form = playground.region("Tool of the app: paint");
  await form.getByRole("textbox", { name: "colour" }).fill("red");
  await form.getByRole("button", { name: "Call tool of the app" }).click();
  await expect(form).toContainText("paint red");
  await expect(app.locator("body")).toHaveCSS("background-color", "rgb(255, 0, 0)");
});

test("an app fills the screen under a bar of ours, and moves to a window of its own", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.start(appsCommand);
  const app = await openApp(playground, "friendly");
  await app.getByRole("button", { name: "Full" }).click();
  await expect(playground.button("Leave full screen")).toBeVisible();
  await expect(page.getByText("App: friendly", { exact: true })).toBeInViewport();
  await playground.button("Leave full screen").click();
  await expect(playground.button("Full screen")).toBeVisible();
  await playground.button("Full screen").press("Enter");
  await expect(playground.button("Leave full screen")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(playground.button("Full screen")).toBeVisible();
  const opened = page.waitForEvent("popup");
  await playground.button("Open in a window").click();
  const own = await opened;
  await expect(own.frameLocator("iframe").frameLocator("iframe").locator("#result")).toHaveText(
    "result: friendly, call 1",
  );
  await expect(own).toHaveTitle("App: friendly");
  await own
    .frameLocator("iframe")
    .frameLocator("iframe")
    .getByRole("button", { name: "Save" })
    .click();
  await expect(own.getByText("Answer it in the page.")).toBeVisible();
  await playground.region("Call save?").getByRole("button", { name: "Decline" }).click();
  await expect(own.getByText("Answer it in the page.")).toHaveCount(0);
  await own.keyboard.press("Escape");
  await playground.button("Bring it back").click();
  await expect(app.locator("#result")).toHaveText("result: friendly, call 1");
  const again = page.waitForEvent("popup");
  await playground.button("Open in a window").click();
  const closed = (await again).waitForEvent("close");
  await page.reload();
  await closed;
});

test("an app reloads with the same input when its document changes", async ({ playground }) => {
  await playground.start(appsCommand);
  const app = await openApp(playground, "friendly");
  await expect(app.locator("h1")).toHaveText("Friendly");
  await app.getByRole("button", { name: "Change" }).click();
  await expectText(app.locator("h1"), "Friendly 2");
  await expectText(app.locator("#result"), "result: friendly, call 1");
  await playground.button("Reload app").click();
  await expectText(app.locator("h1"), "Friendly 2");
});

test("the demo's app opens under npm run dev, where React mounts each component twice", async ({
  page,
}) => {
  test.slow();
  const state = mkdtempSync(join(tmpdir(), "dev-"));
  const port = await freePort();
  const dev = await startProcess({
    command: process.execPath,
    args: [join(projectRoot, "node_modules/vite/bin/vite.js"), "--port", String(port)],
    // it prints the link, and opens no browser
    env: { XDG_STATE_HOME: state, MCP_PLAYGROUND_OPENED: "yes", NODE_ENV: "development" },
    port,
  });
  const link = () => /Open (\S+)/.exec(dev.output())?.[1];
  await expect.poll(link).toBeDefined();
  await page.goto(link() ?? "");
  await page.locator("#shell").waitFor({ state: "detached" });
  const playground = createPlayground(page);
  await playground.connect(demoUrl);
  await playground.open("Tools", "show_steps");
  await playground.button("Call tool").click();
  await expect(appIn(playground, "show_steps").locator("body")).toContainText("Mon");
  await expect(page.locator("iframe")).toHaveCount(1);
  await dev.stop();
  rmSync(state, { recursive: true, force: true, maxRetries: 5 });
});
