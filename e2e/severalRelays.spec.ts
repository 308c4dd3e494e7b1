/** Journey: two browsers at two relays with one Redis: a sealed recording and a live session survive a killed relay. */
import type { Browser } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { createPlayground } from "./playground.ts";
import { startRedis, startRelay } from "./servers/redis.ts";

async function openPage(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("#shell").waitFor({ state: "detached" });
  return createPlayground(page);
}

test("what is shared at one relay is opened and watched at the other, while relays are killed", async ({
  browser,
  everything,
}) => {
  const redis = await startRedis();
  const [one, two] = await Promise.all([startRelay(redis.url), startRelay(redis.url)]);
  const atTwo = (link: string) => link.replace(one.url, two.url);

  const owner = await openPage(browser, one.url);
  await owner.connect(everything.url);
  await owner.open("Tools", "echo");
  const call = async (words: string) => {
    await owner.field("message").fill(words);
    await owner.button("Call tool").click();
    await expect(owner.result).toContainText(`Echo: ${words}`);
  };
  await call("sealed words");
  await owner.button("Share").click();
  const linkOf = async (button: string, name: string) => {
    await owner.button(button).click();
    const field = owner.page.getByRole("textbox", { name });
    await expect(field).toHaveValue(/#[rw]=1\./);
    return atTwo(await field.inputValue());
  };
  await owner.button("Sealed link").click();
  const sealed = await linkOf("Create sealed link", "Sealed link");
  await owner.page.getByRole("radio", { name: /^Live/ }).click();
  const live = await linkOf("Create live link", "Live link");
  const viewer = await openPage(browser, live);
  await expect(viewer.region("Recording")).toContainText("Live: what happens is added");
  await expect(viewer.result).toContainText("Echo: sealed words");
  await one.kill();

  const opened = await openPage(browser, sealed);
  await expect(opened.result).toContainText("Echo: sealed words");
  const unknown = await openPage(browser, sealed.replace("#r=1.", "#r=1.x"));
  await expect(unknown.page.getByRole("alert")).toContainText("expired or been deleted");

  await owner.page.keyboard.press("Escape");
  const shared = owner.region("Shared live").getByRole("status");
  await expect(shared).toContainText("trying again");
  await call("while the relay was away");
  await one.restart();
  await expect(viewer.result).toContainText("Echo: while the relay was away");
  await expect(shared).toContainText("1 viewer");

  await two.kill();
  await expect(viewer.region("Recording")).toContainText("Trying again");
  await call("while the viewer was away");
  await two.restart();
  await expect(viewer.result).toContainText("Echo: while the viewer was away");
  await owner.region("Shared live").getByRole("button", { name: "End" }).click();
  await expect(viewer.region("Recording")).toContainText("The owner ended the session.");
  await expect(viewer.status).toContainText("Not connected");

  for (const { page } of [owner, opened, unknown, viewer]) await page.context().close();
  await Promise.all([one.kill(), two.kill()]);
  await redis.stop();
});
