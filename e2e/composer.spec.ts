/** Journey: the composer's editor completes a message, and marks what is wrong in it. */
import { expect, test } from "./fixtures.ts";

test("the editor completes a tool's own arguments, and marks invalid parts with the messages of the form", async ({
  playground,
  everything,
}) => {
  const { page } = playground;
  await playground.connect(everything.url);
  await playground.openComposer();
  const message = page.getByRole("textbox", { name: "Message" });
  await test.step("completion", async () => {
    const before = '{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"echo"';
    await playground.write(message, `${before},"arguments":{  }}}`);
    await expect(page.getByRole("button", { name: "New message" })).toBeVisible();
    for (let left = 0; left < 4; left++) await page.keyboard.press("ArrowLeft");
    const suggestion = page.getByRole("option", { name: /^message/ });
    await expect(async () => {
      await page.keyboard.press("Control+Space");
      await expect(suggestion).toBeVisible({ timeout: 1000 });
    }).toPass();
    await suggestion.click();
    await expect(suggestion).toBeHidden();
    await expect(playground.composer.locator(".view-lines")).toContainText(/"message":\s?""/);
    await page.keyboard.type("from the composer");
    await playground.button("Send").click();
    await expect(playground.region("Reply")).toContainText("Echo: from the composer");
  });

  await test.step("problems", async () => {
    const problem = () => page.getByText("Must be a number", { exact: false }).first();
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call" };
    const params = { name: "get-sum", arguments: { a: "one", b: 2 } };
    await playground.write(message, JSON.stringify({ ...request, params }));
    await expect(page.locator(".squiggly-warning")).toHaveCount(1);
    await message.press("F8");
    await expect(problem()).toBeVisible();
    await playground.open("Tools", "get-sum");
    await playground.tab("JSON").click();
    const editor = page.getByRole("textbox", { name: "Arguments" });
    await playground.write(editor, JSON.stringify(params.arguments));
    // the arguments are checked a moment after the change
    await expect(async () => {
      await editor.press("F8");
      await expect(problem()).toBeVisible({ timeout: 1000 });
    }).toPass();
    await playground.tab("Form").click();
    await expect(problem()).toBeVisible();
  });
});
