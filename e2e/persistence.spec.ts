/**
 * Journey: what a reload, Back and Forward preserve: connection, selection, drafts, results and
 * traffic.
 */
import { expect, test, whenStored } from "./fixtures.ts";
import { createPlayground } from "./playground.ts";
import { readStorages } from "./signIn.ts";

test("a reload keeps server, selection, draft, result, traffic and earlier calls, and connects again", {
  tag: "@main",
}, async ({ playground, everything }) => {
  const { page } = playground;
  await playground.connect(everything.url);
  await playground.open("Tools", "echo");
  for (const message of ["first words", "said before the reload"]) {
    await playground.field("message").fill(message);
    await playground.button("Call tool").click();
    await expect(playground.result).toContainText(`Echo: ${message}`);
  }
  await playground.open("Tools", "trigger-long-running-operation");
  // it goes on until the reload, however long that takes
  await playground.field("duration").fill("600");
  await playground.button("Call tool").click();
  await expect(playground.button("Cancel request")).toBeVisible();
  await playground.open("Tools", "echo");
  await playground.field("message").fill("not sent yet");
  await expect(page).toHaveURL(/#s=2\./);
  await expect.poll(() => readStorages(page)).toContain("mcp-playground.tabs");
  await whenStored(page);

  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(playground.status).toContainText("Connected");
  await expect(playground.server).toHaveValue(everything.url);
  await expect(playground.field("message")).toHaveValue("not sent yet");
  await expect(playground.result).toContainText("Echo: said before the reload");
  await expect(playground.row("Restored from before the reload")).toHaveCount(1);
  await expect(playground.row(/initialize/).first()).toBeVisible();
  await expect(playground.messages).toContainText("1 call was in progress; its result is unknown");
  await playground
    .row(/tools\/call.*echo/)
    .last()
    .click();
  await expect(playground.region("Message detail")).toContainText("said before the reload");

  await test.step("earlier calls are compared, found, and opened with their arguments", async () => {
    await playground.tab("History").click();
    const history = playground.region("History");
    const calls = history.getByRole("list", { name: "Calls" }).getByRole("button");
    await expect(calls).toHaveCount(2);
    await calls.first().click();
    await history.getByRole("button", { name: "Compare" }).click();
    await calls.last().click();
    await expect(history.getByRole("table", { name: "Results" })).toContainText("first words");
    await history.getByRole("button", { name: "End comparison" }).click();
    await history.getByRole("searchbox", { name: "Search history" }).fill("first");
    await expect(calls).toHaveCount(1);
    await calls.click();
    await history.getByRole("button", { name: "Open again" }).click();
    await expect(playground.field("message")).toHaveValue("first words");
  });

  // Chromium loses the state of an entry that is written while a reload begins
  await test.step("a reload whose history entry lost its state", async () => {
    await whenStored(page);
    await page.evaluate(() => history.replaceState(null, ""));
    await page.reload();
    await expect(playground.status).toContainText("Connected");
    await expect(playground.field("message")).toHaveValue("first words");
    await expect(playground.region("Shared session")).toHaveCount(0);
  });
});

test("Back and Forward move through the selected items; a copied URL opens like a shared link", async ({
  playground,
  everything,
  context,
}) => {
  const { page } = playground;
  const entries = () => page.evaluate(() => history.length);
  await playground.connect(everything.url);
  await expect(page).toHaveURL(/#s=2\./);
  const before = await entries();
  await playground.open("Tools", "echo");
  await expect.poll(entries).toBe(before + 1);
  await playground.field("message").fill("hello");
  await playground.open("Tools", "get-sum");
  await expect.poll(entries).toBe(before + 2);
  await page.goBack();
  await expect(playground.field("message")).toHaveValue("hello");
  await page.goForward();
  await expect(playground.field("a")).toBeVisible();
  await page.goBack();
  await expect(playground.field("message")).toBeVisible();

  const other = createPlayground(await context.newPage());
  await other.page.goto(page.url());
  await expect(other.region("Shared session")).toContainText("echo");
  await expect(other.status).not.toContainText("Connected");
});
