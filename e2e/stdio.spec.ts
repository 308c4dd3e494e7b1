/** Journey: a server that is a command, started by the relay. */
import { expect, test } from "./fixtures.ts";
import { everythingCommand } from "./servers/everything.ts";

test("a command is confirmed, started, used and stopped", async ({ playground }) => {
  await playground.enter(everythingCommand);
  const question = playground.question("Start command?");
  await expect(question).toHaveAccessibleDescription(new RegExp(everythingCommand));
  await question.getByRole("button", { name: "Start" }).click();
  await expect(playground.status).toContainText("Connected · 2025-11-25 · stdio", {
    timeout: 30_000,
  });
  await playground.open("Tools", "echo");
  await playground.field("message").fill("over a pipe");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: over a pipe");
  await expect(playground.row(/tools\/call/).first()).toBeVisible();
  await playground.button("Disconnect").click();
  await expect(playground.status).toContainText("Not connected");
});

test("Cancel starts nothing and keeps the text", async ({ playground }) => {
  await playground.enter(everythingCommand);
  await playground
    .question("Start command?")
    .getByRole("button", { name: "Cancel", exact: true })
    .click();
  await expect(playground.server).toHaveValue(everythingCommand);
  await expect(playground.status).toContainText("Not connected");
  await expect(playground.row(/initialize/)).toHaveCount(0);
});

test("what the server writes to its standard error is shown", async ({ playground }) => {
  await playground.start(everythingCommand);
  await playground.tab("Server output").click();
  await expect(playground.traffic).toContainText("Starting default (STDIO) server");
});

test("a reload in the middle of a call picks the process up again", async ({ playground }) => {
  await playground.start(everythingCommand);
  await playground.open("Tools", "trigger-long-running-operation");
  await playground.field("duration").fill("3");
  await playground.field("steps").fill("3");
  await playground.button("Call tool").click();
  await expect(playground.button("Cancel request")).toBeVisible();
  await playground.page.reload();
  await expect(playground.status).toContainText("Connected", { timeout: 20_000 });
  await playground.open("Tools", "echo");
  await playground.field("message").fill("still here");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: still here");
});
