/** Journey: the user answers or declines a sampling request, or writes one without a server. */
import { check } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";

async function callTool(playground: Playground, everything: { readonly url: string }) {
  await playground.connect(everything.url);
  await playground.open("Tools", "trigger-sampling-request");
  await playground.field("prompt").fill("Say something kind");
  await playground.button("Call tool").click();
}

test("the request is shown beside the call and answered with one sentence", {
  tag: "@main",
}, async ({ playground, everything }) => {
  await callTool(playground, everything);
  const request = playground.page
    .getByRole("dialog", { name: /^Sampling request/ })
    .or(playground.page.getByRole("region", { name: /^Sampling request/ }));
  await expect(request).toContainText("Say something kind");
  await expect(playground.field("prompt")).toBeVisible();
  await request.getByRole("textbox", { name: "Response" }).fill("You are doing well");
  await request.getByRole("button", { name: "Send response" }).click();
  await expect(playground.result).toContainText("You are doing well");
  await expect(request).toHaveCount(0);
});

test("the request is declined, and the tool reports it", async ({ playground, everything }) => {
  await callTool(playground, everything);
  const request = playground.page
    .getByRole("dialog", { name: /^Sampling request/ })
    .or(playground.page.getByRole("region", { name: /^Sampling request/ }));
  await request.getByRole("button", { name: "Decline" }).click();
  await expect(playground.result).toContainText(/reject|declin/i);
  await expect(playground.status).toContainText("Connected");

  // the request is still in Traffic, and can be tried again without the server
  const call = playground.row(/tools\/call/).last();
  await call.getByRole("button", { name: "Parts" }).click();
  await playground
    .row(/sampling\/createMessage/)
    .first()
    .click();
  await playground.button("Copy to Sampling").click();
  const scratch = playground.region("Scratch request");
  await expect(scratch).toContainText("Say something kind");
});

test("the buttons stay where they are when the panel of models arrives", async ({
  playground,
  everything,
}) => {
  const { page } = playground;
  const held = Promise.withResolvers<void>();
  await page.route(/\/modelStores[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await callTool(playground, everything);
  const request = page.getByRole("region", { name: /^Sampling request/ });
  await request.getByRole("textbox", { name: "Response" }).fill("You are doing well");
  const send = request.getByRole("button", { name: "Send response" });
  await expect(send).toBeEnabled();
  const panel = request.getByRole("region", { name: "Generate with a model" });
  await expect(panel).toHaveCount(0);
  const before = await send.boundingBox();
  held.resolve();
  await expect(panel).toBeVisible();
  expect(await send.boundingBox()).toEqual(before);
});

test("a rule that the user switched on answers every further request", async ({
  playground,
  everything,
}) => {
  await callTool(playground, everything);
  const { page } = playground;
  await page.getByRole("tab", { name: "Sampling" }).click();
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("button", { name: "Add rule" }).click();
  const editor = page.getByRole("form", { name: "Rule" });
  await editor.getByRole("textbox", { name: "Name", exact: true }).fill("Friendly");
  await editor.getByRole("textbox", { name: "Text of the answer" }).fill("{{count}}: be kind");
  await editor.getByRole("button", { name: "Save rule" }).click();
  await page.getByRole("switch", { name: "Friendly" }).press("Space");
  await expect(page.getByText(/^1 rule answers/)).toBeVisible();

  // the request that came before the rule still waits for the user
  const queue = page.getByRole("list", { name: "Requests from servers" });
  await expect(queue).toBeInViewport({ ratio: 1 });
  await queue.getByRole("button", { name: /^Sampling request/ }).click();
  const request = playground.region("Sampling request");
  await request.getByRole("button", { name: "Decline" }).click();
  await expect(playground.result).toContainText(/reject|declin/i);

  for (const count of [1, 2]) {
    await playground.button("Call tool").click();
    await expect(playground.result).toContainText(`${count}: be kind`);
  }
  await expect(request).toHaveCount(0);
  await page.getByRole("button", { name: "Switch off" }).click();
  await playground.button("Call tool").click();
  await expect(request).toBeVisible();
});

test("a request is written and kept without a server", async ({ playground }) => {
  const { page } = playground;
  const open = async () => {
    // shown by the page's code: before it runs, a click has no effect
    await expect(page.getByRole("button", { name: /^Relay: / })).toBeVisible();
    await page.getByRole("tab", { name: "Sampling" }).click();
  };
  await open();
  await page.getByRole("button", { name: "Write a request" }).click();
  await page.getByRole("textbox", { name: /^text/ }).fill("What is MCP?");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Definition");
  await check(playground, "a scratch request");

  await page.reload();
  await open();
  await page.getByRole("button", { name: "Definition" }).click();
  await expect(page.getByRole("region", { name: "Scratch request" })).toContainText("What is MCP?");
});
