/** Journey: reads a resource, fills in a template, gets a prompt, shows notifications. */
import { expect, test } from "./fixtures.ts";

test.beforeEach(async ({ playground, everything }) => {
  await playground.connect(everything.url);
});

test("a resource is read", async ({ playground }) => {
  await playground.open("Resources", "architecture.md");
  await playground.button("Read resource").click();
  await expect(playground.result).toContainText("Everything Server");
});

test("a resource template is filled in and read", async ({ playground }) => {
  await playground.item("Resource templates", "Dynamic Text Resource").click();
  await playground.field("resourceId").fill("7");
  await playground.button("Read resource").click();
  await expect(playground.result).toContainText("Resource 7");
});

test("a prompt without arguments is read", async ({ playground }) => {
  await playground.open("Prompts", "simple-prompt");
  await playground.button("Get prompt").click();
  await expect(playground.result).toContainText("This is a simple prompt without arguments.");
});

test("a prompt is read with its arguments", async ({ playground }) => {
  await playground.open("Prompts", "args-prompt");
  await playground.field("city").fill("Bern");
  await playground.button("Get prompt").click();
  await expect(playground.result).toContainText("What's weather in Bern?");
});

test("notifications of the server are shown", async ({ playground }) => {
  await playground.open("Tools", "toggle-simulated-logging");
  await playground.button("Call tool").click();
  await expect(playground.row(/notifications\/message/).first()).toBeVisible();
  await playground.button("Call tool").click();
});
