/** Journey: a link contains the server, the tool and its arguments, and the page asks before it acts. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { decodeSession, encodeSession } from "../shared/recording/link.ts";
import { recordingFormat } from "../shared/recording/recording.ts";
import { check } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPlayground, type Playground } from "./playground.ts";
import { readStorages } from "./signIn.ts";
import { watch } from "./watch.ts";

/** Opens Share and reads the link. */
async function linkOf(playground: Playground): Promise<string> {
  await playground.button("Share").click();
  const dialog = playground.page.getByRole("dialog", { name: "Share session" });
  const link = dialog.getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(/#s=2\./);
  return link.inputValue();
}

/** The JSON of what a link carries; empty while there is no link. */
async function unpacked(link: string): Promise<string> {
  const session = /#s=(.+)$/.exec(link)?.[1];
  const opened = session === undefined ? undefined : await decodeSession(session);
  return opened?.kind === "recording" ? JSON.stringify(opened.recording) : "";
}

/** Opens a link in a new browser context, and records every request. */
async function openElsewhere(browser: Browser, link: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watched = watch(context, [link]);
  const page = await context.newPage();
  await page.goto(link);
  // where the link's address leads
  watched.allow(page.url());
  return { playground: createPlayground(page), watched, close: () => context.close() };
}

test("the link shows the whole session, contacts no server, and asks before it connects", {
  tag: "@main",
}, async ({ playground, everything, browser }) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "echo");
  await playground.field("message").fill("shared words");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: shared words");
  const { page } = playground;
  const link = await linkOf(playground);
  expect(link).not.toMatch(/[#&]k=/);
  await expect(page.getByRole("radio", { name: /^This call/ })).toBeChecked();
  const copy = playground.button("Copy link");
  await expect(copy).toBeFocused();
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(copy).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await check(playground, "the share dialog");

  const elsewhere = await openElsewhere(browser, link);
  const there = elsewhere.playground;
  await expect(there.server).toHaveValue(everything.url);
  await expect(there.main).toContainText("echo");
  await expect(there.region("Recording")).toContainText("Nothing is contacted");
  await expect(there.field("message")).toHaveValue("shared words");
  await expect(there.result).toContainText("Echo: shared words");
  await expect(there.item("Tools", "get-sum")).toBeVisible();
  await expect(there.messages).toContainText("tools/call");
  await check(there, "an open recording");
  await expect(there.status).toContainText("Not connected");
  expect(elsewhere.watched.complaints()).toEqual([]);

  await there.button("Connect and try it").click();
  const question = there.question("Connect?");
  await expect(question).toHaveAccessibleDescription(new RegExp(new URL(everything.url).host));
  elsewhere.watched.allow(everything.url);
  await question.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(there.status).toContainText("Connected");
  await expect(there.field("message")).toHaveValue("shared words");
  await there.button("Call tool").click();
  await expect(there.result).toContainText("Echo: shared words");
  expect(elsewhere.watched.complaints()).toEqual([]);
  await elsewhere.close();
});

test("a sealed link and a dropped file open the session, as far as it was shared", async ({
  playground,
  everything,
  browser,
}) => {
  const { page } = playground;
  await playground.connect(everything.url);
  await playground.open("Tools", "echo");
  await playground.field("message").fill("sealed words");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: sealed words");
  await linkOf(playground);
  await playground.button("Sealed link").click();
  await playground.button("Create sealed link").click();
  const sealed = page.getByRole("textbox", { name: "Sealed link" });
  await expect(sealed).toHaveValue(/#r=1\./);
  const link = await sealed.inputValue();
  const elsewhere = await openElsewhere(browser, link);
  await expect(elsewhere.playground.result).toContainText("Echo: sealed words");
  expect(elsewhere.watched.complaints()).toEqual([]);

  // masked by selecting it in the answer
  await playground.button("Look at each message").click();
  const rows = page.getByRole("region", { name: "Messages to share" }).getByRole("list");
  await rows.evaluate((list) => list.parentElement?.scrollTo(0, 1e6));
  await page.getByRole("button", { name: "Show ← result of tools/call" }).click();
  const shown = page.getByRole("region", { name: "Message as it is shared" });
  const text = shown.getByRole("textbox");
  await expect(text).toHaveValue(/Echo: sealed words/);
  await text.evaluate((area: HTMLTextAreaElement) => {
    const start = area.value.indexOf("sealed words");
    area.setSelectionRange(start, start + "sealed words".length);
  });
  await shown.getByRole("button", { name: "Mask selection" }).click();
  await expect(text).toHaveValue(/Echo: ••••/);
  const downloading = page.waitForEvent("download");
  await playground.button("Download recording").click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).not.toContain("sealed words");
  await playground.button("Delete").click();
  await expect(sealed).toBeHidden();

  const there = elsewhere.playground;
  await there.page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "session.mcp.json", { type: "application/json" }));
    for (const name of ["dragover", "drop"]) {
      const options = { dataTransfer: data, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent(name, options));
    }
  }, file);
  await expect(there.region("Recording")).toContainText("the file session.mcp.json");
  await expect(there.result).toContainText("Echo: ••••");
  await there.button("Close the recording").click();
  await expect(there.result).toContainText("Echo: sealed words");
  await elsewhere.close();
  const late = await openElsewhere(browser, link);
  await expect(late.playground.page.getByRole("alert")).toContainText("expired or been deleted");
  await late.close();
});

test("a secret among the arguments is left out of link and storage, with a message, and asked for when the link is opened", async ({
  playground,
  browser,
  relay,
}) => {
  const { page } = playground;
  const secret = "sk-proj-Zq3vT8wLk2NsYc5Rb7Hd";
  const counter = fileURLToPath(new URL("./servers/counter.ts", import.meta.url));
  await playground.start(`node ${counter} --api-key ${secret}`);
  await expect(
    page.getByText("1 value looks like a secret: left out of recent servers and links"),
  ).toBeVisible();
  const kept = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await expect.poll(kept).toContain("input:api-key");
  expect(await kept()).not.toContain(secret);

  const link = await linkOf(playground);
  const dialog = page.getByRole("dialog", { name: "Share session" });
  await expect(dialog).toContainText("1 value looks like a secret: left out of the link");
  expect(await unpacked(link)).toContain("input:api-key");
  expect(await unpacked(link)).not.toContain(secret);
  await dialog.getByText("Include in this link").click();
  await expect
    .poll(async () => unpacked(await dialog.getByRole("textbox", { name: "Link" }).inputValue()))
    .toContain(secret);

  await page.keyboard.press("Escape");
  await page.getByText("Remember on this device").click();
  await expect(page.getByRole("checkbox", { name: "Remember on this device" })).toBeChecked();
  await page.reload();
  await expect(playground.status).toContainText("Connected");
  expect(await readStorages(page)).not.toContain(secret);
  await playground.button("Restart").click();
  const missing = page.getByRole("dialog", { name: /^Inputs for node/ });
  await expect(missing.getByLabel("api-key")).toHaveValue(secret);
  await missing.getByRole("button", { name: "Cancel" }).click();

  const elsewhere = await openElsewhere(browser, link.replace(/^[^#]*#/, `${relay.createLink()}&`));
  const there = elsewhere.playground;
  await there.button("Connect").click();
  const asked = there.page.getByRole("dialog", { name: /^Inputs for node/ });
  await expect(asked).toContainText("The link needs these values");
  await asked.getByLabel("api-key").fill("another-secret");
  await asked.getByRole("button", { name: "Connect", exact: true }).click();
  // what the user typed is a placeholder in the question until it is shown
  const start = there.question("Start command?");
  await expect(start).toHaveAccessibleDescription(/--api-key \$\{input:api-key\}/);
  await start.getByRole("button", { name: "Show values" }).click();
  await expect(start).toHaveAccessibleDescription(/--api-key another-secret/);
  await elsewhere.close();
});

/** A link to a relay's page that carries a command. */
const linkTo = async (relay: { createLink(): string }, command: string, args: readonly string[]) =>
  `${relay.createLink()}&s=${await encodeSession({ format: recordingFormat, server: { kind: "stdio", command, args } })}`;

/** Presses Enter repeatedly, as a user might whom a site told to. */
async function pressEnterRepeatedly(page: Page) {
  for (let times = 0; times < 12; times++) await page.keyboard.press("Enter", { delay: 120 });
}

test("repeated Enter in a page that another site opened starts nothing", async ({
  browser,
  relay,
}, testInfo) => {
  const proof = testInfo.outputPath("started-by-a-link");
  const link = await linkTo(relay, "touch", [proof]);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const foreign = await context.newPage();
  await foreign.route("https://foreign.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>foreign</title>" }),
  );
  await foreign.goto("https://foreign.example/");
  const opened = context.waitForEvent("page");
  await foreign.evaluate((address) => void open(address), link);
  const page = await opened;
  const there = createPlayground(page);
  await expect(there.server).toHaveValue(`touch ${proof}`);
  await pressEnterRepeatedly(page);
  await expect(there.status).toContainText("Not connected");
  expect(existsSync(proof)).toBe(false);

  // Connect asks, and no confirming control has the focus while a key is still pressed
  await there.button("Connect").click();
  const question = there.question("Start command?");
  const start = question.getByRole("button", { name: "Start" });
  await expect(question.getByRole("button", { name: "Cancel", exact: true })).toBeFocused();
  await expect(question).toHaveAccessibleDescription(/touch .*started-by-a-link/);
  await start.focus();
  await pressEnterRepeatedly(page);
  await expect(start).toBeDisabled();
  expect(existsSync(proof)).toBe(false);
  await start.click();
  await expect.poll(() => existsSync(proof)).toBe(true);
  await context.close();
});

test("hidden characters of a link's command are shown, and Start needs scrolling to its end", async ({
  browser,
  relay,
}) => {
  const link = await linkTo(relay, "npx", [
    "-y",
    "server\u202e\u200b",
    `${"\n".repeat(400)}rm`,
    ...Array.from({ length: 60 }, (_, index) => `--option-${index}`),
  ]);
  const { playground, close } = await openElsewhere(browser, link);
  await expect(playground.button("Relay: connected")).toBeVisible();
  await playground.page.clock.install();
  await playground.button("Connect").click();
  const question = playground.question("Start command?");
  const start = question.getByRole("button", { name: "Start" });
  await expect(question).toContainText(/npx.*-y.*server\\u\{202e\}\\u\{200b\}.*\\u\{a\}.*400.*rm/s);
  await expect(question).toContainText("direction");
  await expect(start).toHaveAccessibleDescription(/end/);
  await check(playground, "a guarded question");
  await expect(question.getByText("--option-59")).not.toBeInViewport();
  // longer than a question must be in view
  await playground.page.clock.runFor(1500);
  await expect(start).toBeDisabled();
  await question.getByText("Environment").scrollIntoViewIfNeeded();
  await expect(start).toBeEnabled();
  await close();
});
