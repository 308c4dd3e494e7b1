/** Journey: the user answers or declines a sampling request. */
import { expect, test } from "./fixtures.ts";

test.beforeEach(async ({ playground, everything }) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "trigger-sampling-request");
  await playground.field("prompt").fill("Say something kind");
  await playground.button("Call tool").click();
});

test("the request is shown beside the call and answered by hand", async ({ playground }) => {
  const request = playground.page
    .getByRole("dialog", { name: /^Sampling request/ })
    .or(playground.page.getByRole("region", { name: /^Sampling request/ }));
  await expect(request).toContainText("Say something kind");
  await expect(playground.field("prompt")).toBeVisible();
  const answer = {
    role: "assistant",
    content: { type: "text", text: "You are doing well" },
    model: "a-person",
    stopReason: "endTurn",
  };
  await playground.write(
    request.getByRole("textbox", { name: "Response" }),
    JSON.stringify(answer),
  );
  await request.getByRole("button", { name: "Send response" }).click();
  await expect(playground.result).toContainText("You are doing well");
  await expect(request).toHaveCount(0);
});

test("the request is declined, and the tool reports it", async ({ playground }) => {
  const request = playground.page
    .getByRole("dialog", { name: /^Sampling request/ })
    .or(playground.page.getByRole("region", { name: /^Sampling request/ }));
  await request.getByRole("button", { name: "Decline" }).click();
  await expect(playground.result).toContainText(/reject|declin/i);
  await expect(playground.status).toContainText("Connected");
});
