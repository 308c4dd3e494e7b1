/** Journey: the composer sends text exactly as written. */
import { expect, test } from "./fixtures.ts";

test.beforeEach(async ({ playground, everything }) => {
  await playground.connect(everything.url);
  await playground.openComposer();
});

for (const [what, text, answer] of [
  ["a well-formed request", '{"jsonrpc":"2.0","id":"mine","method":"ping"}', '"mine"'],
  ["an unknown method", '{"jsonrpc":"2.0","id":77,"method":"no/such"}', "-32601"],
  ["broken JSON", '{"jsonrpc":"2.0","id":1,', "-32700"],
] as const) {
  test(`${what} is sent byte for byte, and the answer is shown`, async ({
    playground,
    everything,
  }) => {
    const editor = playground.page.getByRole("textbox", { name: "Message" });
    await playground.write(editor, text);
    const sent = playground.page.waitForRequest(
      (request) => request.url() === everything.url && request.postData() === text,
    );
    await playground.button("Send").click();
    await sent;
    await expect(playground.region("Reply")).toContainText(answer);
    // the answer is listed after the request, whose row may be the last one for a moment
    await expect(async () => {
      await playground.messages.getByRole("row").last().click();
      await expect(playground.region("Message detail")).toContainText(answer, { timeout: 1_000 });
    }).toPass();
    await expect(playground.status).toContainText("Connected");
  });
}

test("the editor completes a tool's own arguments, and the reply appears beside it", async ({
  playground,
}) => {
  const { page } = playground;
  const editor = page.getByRole("textbox", { name: "Message" });
  const before = '{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"echo"';
  await playground.write(editor, `${before},"arguments":{  }}}`);
  await expect(page.getByRole("button", { name: "New message" })).toBeVisible();
  for (let left = 0; left < 4; left++) await page.keyboard.press("ArrowLeft");
  const suggestion = page.getByRole("option", { name: /^message/ });
  await expect(async () => {
    await page.keyboard.press("Control+Space");
    await expect(suggestion).toBeVisible({ timeout: 1000 });
  }).toPass();
  await suggestion.click();
  await page.keyboard.type("from the composer");
  await playground.button("Send").click();
  const reply = playground.region("Reply");
  await expect(reply).toContainText("Echo: from the composer");
});

test("invalid parts are marked with the same messages as in the form", async ({ playground }) => {
  const { page } = playground;
  const problem = () => page.getByText("Must be a number", { exact: false }).first();
  const request = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const params = { name: "get-sum", arguments: { a: "one", b: 2 } };
  const message = page.getByRole("textbox", { name: "Message" });
  await expect(page.getByRole("button", { name: "New message" })).toBeVisible();
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
