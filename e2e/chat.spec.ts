/** Journey: a conversation with a model over the tools of a server. */
import { check } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { startModelServer } from "./servers/models.ts";

test("a conversation calls tools, asks before what may change data, and survives a reload", async ({
  playground,
  everything,
  watched,
}) => {
  const { page, button } = playground;
  const models = await startModelServer();
  watched.allow(new URL(models.baseUrls.openai).origin);
  const model = {
    id: "m",
    name: "My model",
    provider: "openai",
    baseUrl: models.baseUrls.openai,
    model: "model-1",
  };
  await page.evaluate(
    (text) => localStorage.setItem("mcp-playground.models", text),
    JSON.stringify([model]),
  );
  await playground.connect(everything.url);
  await page.getByRole("tab", { name: "Chat" }).click();
  await expect(page.getByRole("button", { name: /^\d+ tools · / })).toBeVisible();
  models.script(
    { text: [], toolCalls: [{ id: "1", name: "get-sum", arguments: '{"a":2,"b":40}' }] },
    { text: ["It is ", "42."] },
  );
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("What is 2 plus 40?");
  await message.press("Control+Enter");
  const call = playground.region("Call of get-sum");
  const allow = call.getByRole("button", { name: "Call once" });
  // server-everything says of get-sum nothing, or that it only reads
  await expect(allow.or(page.getByText("It is 42."))).toBeVisible();
  if (await allow.isVisible()) await allow.click();
  await expect(page.getByText("It is 42.")).toBeVisible();
  await expect(call).toContainText("42");
  await check(playground, "chat");
  await page.getByRole("article", { name: "Reply of My model" }).first().scrollIntoViewIfNeeded();
  await button("Show request in Traffic").first().click();
  await expect(playground.region("Message detail")).toContainText("get-sum");
  await call.getByRole("button", { name: "Open call" }).click();
  await expect(page.getByRole("textbox", { name: /^a\b/ })).toHaveValue("2");

  await page.reload();
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByRole("combobox", { name: "Conversation" }).click();
  await page.getByRole("option", { name: "What is 2 plus 40?" }).click();
  await expect(page.getByText("It is 42.")).toBeVisible();
  await models.close();
});
