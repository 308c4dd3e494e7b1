/** Journey: a link carries the server, the tool and its arguments, and asks before it acts. */
import { existsSync } from "node:fs";
import type { Browser } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { createPlayground, type Playground } from "./playground.ts";
import { watch } from "./watch.ts";

/** Opens Share and reads the link. */
async function linkOf(playground: Playground): Promise<string> {
  await playground.button("Share").click();
  const dialog = playground.page.getByRole("dialog", { name: "Share session" });
  const link = dialog.getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(/#s=1\./);
  return link.inputValue();
}

/** Opens a link as somebody else would: nothing remembered, every request noted. */
async function openElsewhere(browser: Browser, link: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watched = watch(context, [link]);
  const page = await context.newPage();
  await page.goto(link);
  return { playground: createPlayground(page), watched, close: () => context.close() };
}

test("the link shows everything, contacts nobody, and asks before it connects", async ({
  playground,
  everything,
  browser,
}) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "echo");
  await playground.field("message").fill("shared words");
  const link = await linkOf(playground);
  expect(link).not.toMatch(/[#&]k=/);

  const elsewhere = await openElsewhere(browser, link);
  const there = elsewhere.playground;
  await expect(there.server).toHaveValue(everything.url);
  await expect(there.main).toContainText("echo");
  await expect(there.main.getByText("shared words").or(there.field("message"))).toBeVisible();
  await expect(there.status).toContainText("Not connected");
  expect(elsewhere.watched.complaints()).toEqual([]);

  await there.button("Connect").click();
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

test("Copy link copies the link", async ({ playground, everything }) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "echo");
  const link = await linkOf(playground);
  await playground.button("Copy link").click();
  await expect
    .poll(() => playground.page.evaluate(() => navigator.clipboard.readText()))
    .toBe(link);
});

test("neither userinfo nor query of the address gets into the link", async ({
  playground,
  everything,
  browser,
}) => {
  await playground.connect(`${everything.url}?key=sesame`);
  await playground.open("Tools", "echo");
  const link = await linkOf(playground);
  const elsewhere = await openElsewhere(browser, link);
  await expect(elsewhere.playground.server).toHaveValue(everything.url);
  await elsewhere.close();
});

test("a link with a command starts nothing by itself", async ({
  playground,
  browser,
  relay,
}, testInfo) => {
  const proof = testInfo.outputPath("started-by-a-link");
  const session = {
    format: "mcp-playground/1",
    server: { kind: "stdio", command: "touch", args: [proof] },
  };
  const packed = await playground.page.evaluate(async (text) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  }, JSON.stringify(session));
  const elsewhere = await openElsewhere(browser, `${relay.createLink()}&s=1.${packed}`);
  const there = elsewhere.playground;
  await expect(there.server).toHaveValue(`touch ${proof}`);
  await expect(there.status).toContainText("Not connected");
  await there.button("Connect").click();
  await expect(there.question("Start command?")).toHaveAccessibleDescription(
    /touch .*started-by-a-link/,
  );
  expect(existsSync(proof)).toBe(false);
  await elsewhere.close();
});

test("a damaged link is refused in words", async ({ browser, relay }) => {
  const elsewhere = await openElsewhere(browser, `${relay.url}#s=1.AAAAbroken`);
  await expect(elsewhere.playground.page.getByRole("alert")).toContainText(/link/i);
  await expect(elsewhere.playground.server).toHaveValue("");
  await elsewhere.close();
});
