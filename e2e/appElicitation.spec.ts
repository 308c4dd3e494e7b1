/** Journey: a form that its server shows as an app, by the draft SEP-3118. */
import { appIn, appsCommand, expect, test } from "./appsFixture.ts";

test("the user takes the answer of the app of a form, and sends it, and without the switch there is none", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.start(appsCommand);
  const app = appIn(playground, "request");
  const request = page.getByRole("region", { name: "Elicitation request" });

  await test.step("without the switch, the form is shown alone", async () => {
    await playground.open("Tools", "ask-color");
    await playground.button("Call tool").click();
    await expect(request).toContainText("Which color?");
    await expect(request.getByLabel("App of the request")).toHaveCount(0);
    await request.getByRole("button", { name: "Decline" }).click();
    await expect(playground.result).toContainText("decline");
  });

  await playground.button("Connection options").click();
  await page.getByText("Forms as apps (draft SEP-3118)").click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply and reconnect" }).click();
  await playground.open("Tools", "ask-color");

  await test.step("an answer that does not fit the form is not sent", async () => {
    await playground.button("Call tool").click();
    await expect(app.locator("#asked")).toHaveText("asked: Which color?");
    await app.getByRole("button", { name: "Seven" }).click();
    await request.getByRole("button", { name: "Fill in the form" }).click();
    await expect(request.getByRole("button", { name: "Send anyway" })).toBeVisible();
    await request.getByRole("button", { name: "Cancel" }).click();
    await expect(playground.result).toContainText("cancel");
  });

  await test.step("an answer that fits is sent by the user", async () => {
    await playground.button("Call tool").click();
    await app.getByRole("button", { name: "Red" }).click();
    await expect(request).toContainText('{"color":"red"}');
    // what the user has typed stays until the user takes the answer
    await expect(request.getByLabel("Color")).not.toHaveValue("red");
    await request.getByRole("button", { name: "Fill in the form" }).click();
    await expect(request.getByLabel("Color")).toHaveValue("red");
    await request.getByRole("button", { name: "Send response" }).click();
    await expect(playground.result).toContainText("red");
  });
});
