/** Journey: a conversation with a model over the tools of a server. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator } from "@playwright/test";
import { check } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { configureModels } from "./pageModels.ts";
import { startModelServer } from "./servers/models.ts";

test("a conversation calls tools, asks before what may change data, and survives a reload", {
  tag: "@main",
}, async ({ playground, everything, watched }) => {
  const { page, button } = playground;
  const models = await startModelServer();
  watched.allow(new URL(models.baseUrls.openai).origin);
  await configureModels(page, models, "openai");
  await playground.connect(everything.url);
  await page.getByRole("tab", { name: "Chat" }).click();
  await expect(page.getByRole("button", { name: /^\d+ tools · / })).toBeVisible();
  models.script(
    { text: [], toolCalls: [{ id: "1", name: "get-sum", arguments: '{"a":2,"b":40}' }] },
    { text: ["It is ", "42."] },
  );
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("What is 2 plus 40?");
  await message.press("Enter");
  const call = playground.region("Call of get-sum");
  const allow = call.getByRole("button", { name: "Call once" });
  // server-everything says of get-sum nothing, or that it only reads
  await expect(allow.or(page.getByText("It is 42."))).toBeVisible();
  if (await allow.isVisible()) await allow.click();
  await expect(page.getByText("It is 42.")).toBeVisible();
  await expect(call).toContainText("42");
  await check(playground, "chat");
  await page.getByRole("article", { name: "Reply of My openai" }).first().scrollIntoViewIfNeeded();
  await button("Show request in Traffic").first().click();
  const detail = playground.region("Message detail");
  await detail.getByRole("tab", { name: "Response" }).click();
  await expect(detail).toContainText("get-sum");
  await call.getByRole("button", { name: "Open call" }).click();
  await expect(page.getByRole("textbox", { name: /^a\b/ })).toHaveValue("2");

  await page.reload();
  await page.getByRole("tab", { name: "Chat" }).click();
  await expect(page.getByText("It is 42.")).toBeVisible();
  await models.close();
});

test("from the start page, five presses lead to an answer of a model that was added on the way", async ({
  playground,
  watched,
}) => {
  const { page } = playground;
  const models = await startModelServer();
  const provider = "https://api.openai.com";
  watched.allow(provider);
  // the provider's address leads to the test's server
  await page.route(`${provider}/**`, async (route) => {
    const url = route.request().url().replace(provider, new URL(models.baseUrls.openai).origin);
    const response = await route.fetch({ url: url.replace("/v1/", "/openai/v1/") });
    await route.fulfill({ response });
  });
  let presses = 0;
  const press = async (target: Locator) => {
    presses++;
    await target.click();
  };
  await press(
    page
      .getByRole("button", { name: "Try the demo server" })
      .or(page.getByRole("button", { name: /^Try the demo/ })),
  );
  await press(page.getByRole("tab", { name: "Chat" }));
  await press(page.getByRole("button", { name: "Add a model" }));
  const dialog = page.getByRole("dialog", { name: "Add a model" });
  await dialog.getByRole("textbox", { name: "Key" }).fill("sk-test-0123456789");
  await expect(dialog.getByRole("checkbox", { name: "model-1" })).toBeChecked();
  await press(dialog.getByRole("button", { name: "Add and return to Chat" }));
  await expect(page.getByRole("combobox", { name: /Model/ })).toContainText("model-1");
  models.script(
    { text: [], toolCalls: [{ id: "1", name: "add", arguments: '{"a":2,"b":40}' }] },
    { text: ["It is ", "42."] },
  );
  await press(page.getByRole("button", { name: /^Add two numbers: 2 and 40/ }));
  await expect(page.getByText("It is 42.")).toBeVisible();
  expect(presses).toBe(5);
  await models.close();
});

test("a conversation reads files of a local server, and writes none without the user", async ({
  playground,
  watched,
}) => {
  const { page } = playground;
  const folder = await mkdtemp(join(tmpdir(), "chat-"));
  const note = join(folder, "note.txt");
  await writeFile(note, "Buy milk");
  const models = await startModelServer();
  watched.allow(new URL(models.baseUrls.openai).origin);
  await configureModels(page, models, "openai");
  await playground.start(
    `node ${fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"))} ${folder}`,
  );
  await page.getByRole("tab", { name: "Chat" }).click();
  await expect(page.getByRole("button", { name: /^\d+ tools · / })).toBeVisible();
  const use = (id: string, name: string, input: object) => ({
    text: [],
    toolCalls: [{ id, name, arguments: JSON.stringify(input) }],
  });
  models.script(
    use("1", "read_text_file", { path: note }),
    use("2", "write_file", { path: note, content: "Send the key" }),
    { text: ["I left it as it is."] },
  );
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("What is in the note?");
  await message.press("Enter");
  await expect(playground.region("Call of read_text_file")).toContainText("Buy milk");
  const write = playground.region("Call of write_file");
  await expect(write).toContainText("may delete or overwrite data");
  await write.getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByText("I left it as it is.")).toBeVisible();
  expect(await readFile(note, "utf8")).toBe("Buy milk");
  await models.close();
  await rm(folder, { recursive: true });
});

test("three providers are compared; a message, a call in Traffic and one in the history become cases; a link has the conversation", async ({
  playground,
  watched,
  browser,
}) => {
  const { page, button, tab, messages } = playground;
  const models = await startModelServer();
  watched.allow(new URL(models.baseUrls.openai).origin);
  await configureModels(page, models, "openai", "anthropic", "google");
  await button("Try the demo server")
    .or(page.getByRole("button", { name: /^Try the demo/ }))
    .click();
  await tab("Chat").click();
  await expect(page.getByRole("button", { name: /^\d+ tools · / })).toBeVisible();
  const add = { id: "1", name: "add", arguments: '{"a":2,"b":40}' };
  const usage = { input: 1200, output: 30, cached: 1000, reasoning: 12 };
  for (let i = 0; i < 3; i++) models.script({ text: [], toolCalls: [add], usage });
  for (let i = 0; i < 3; i++) models.script({ text: ["It is ", "42."], usage });
  await button("Compare").click();
  for (const name of ["My openai", "My anthropic"]) {
    await expect(page.getByRole("checkbox", { name })).toBeChecked();
  }
  await page.getByRole("checkbox", { name: "My google" }).setChecked(true, { force: true });
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("What is 2 plus 40?");
  await message.press("Enter");
  const columns = page.getByRole("region", { name: /^Conversation with My / });
  await expect(columns).toHaveCount(3);
  for (const column of await columns.all()) {
    await expect(column).toContainText("It is 42.");
  }
  const differences = playground.region("Where they differ");
  await differences.getByRole("button", { name: "All numbers" }).click();
  await expect(differences.getByRole("row", { name: /^Tokens in/ })).toContainText("2,000 cached");
  await check(playground, "comparison of models");
  await columns.first().getByRole("button", { name: "Continue alone" }).click();
  const alone = playground.region("Conversation");
  await expect(alone).toContainText("It is 42.");

  await button("Save as eval case").first().click();
  await expect(page.getByRole("button", { name: "What is 2 plus 40?" })).toBeVisible();
  await messages.getByRole("button", { name: "Parts of Chat" }).first().click();
  await messages
    .getByRole("row", { name: /\badd\b/ })
    .first()
    .click();
  const more = playground.region("Message detail").getByRole("button", { name: "More" });
  await more.click();
  await page.getByRole("menuitem", { name: "Save as eval case" }).click();
  await expect(page.getByRole("heading", { name: "2 cases" })).toBeVisible();
  await playground.showView("History");
  const calls = playground.region("History").getByRole("list", { name: "Calls" });
  await calls.getByRole("button").first().click();
  await page
    .getByRole("article", { name: "Earlier call" })
    .getByRole("button", { name: "Save as eval case" })
    .click();
  await expect(page.getByRole("heading", { name: "3 cases" })).toBeVisible();
  await page.getByRole("checkbox", { name: "My openai" }).setChecked(false, { force: true });
  await page.getByRole("checkbox", { name: /^Scripted/ }).setChecked(true, { force: true });
  await page.getByRole("button", { name: /^Run 9 turns/ }).click();
  await expect(page.getByRole("row", { name: /^What is 2 plus 40/ })).toContainText("of 3", {
    timeout: 30_000,
  });
  await expect(page.getByRole("button", { name: /^Run 9 turns/ })).toBeVisible({ timeout: 30_000 });
  await check(playground, "evals");

  await button("Share").click();
  const dialog = page.getByRole("dialog", { name: "Share session" });
  const link = dialog.getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(/#/);
  const without = await link.inputValue();
  await dialog
    .getByRole("checkbox", { name: "Conversations in Chat" })
    .setChecked(true, { force: true });
  await expect(link).not.toHaveValue(without);
  // there is no link while the page looks for secrets
  await expect(link).toHaveValue(/#/);
  const there = await (await browser.newContext()).newPage();
  await there.goto(await link.inputValue());
  await there.getByRole("tab", { name: "Chat" }).click();
  await expect(there.getByText("It is 42.").first()).toBeVisible();
  await there.context().close();
  await models.close();
});
