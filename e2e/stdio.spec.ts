/** Journey: the relay starts a stdio server. */
import { fileURLToPath } from "node:url";
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";
import { everythingCommand } from "./servers/everything.ts";

const counterCommand = `node ${fileURLToPath(new URL("./servers/counter.ts", import.meta.url))}`;

test("a command is confirmed, started, used and stopped", { tag: "@main" }, async ({
  playground,
}) => {
  await playground.enter(everythingCommand);
  const question = playground.question("Start command?");
  await expect(question).toHaveAccessibleDescription(new RegExp(everythingCommand));
  await question.getByRole("button", { name: "Start" }).click();
  await expect(playground.status).toContainText("Connected · 2025-11-25 · stdio");
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

test("a saved call, and a composed message of several lines, are sent on one line each", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.start(everythingCommand);
  await playground.open("Tools", "echo");
  await playground.field("message").fill("saved");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: saved");
  await playground.button("Save call").click();
  await playground.button("Saved in My calls").click();
  await playground.page.getByRole("button", { name: /^Run all/ }).click();
  await expect(playground.region("Saved calls")).toContainText("1 passed of 1");

  await playground.openComposer();
  await expect(page.getByText("this is sent on one line", { exact: false })).toBeVisible();
  await playground.button("Send").click();
  await expect(playground.region("Reply")).toContainText('"result": {}');
  // bytes are sent as they are, which is said first
  await page.getByRole("radio", { name: "Bytes" }).click();
  await expect(page.getByText("treats each line break as the end", { exact: false })).toBeVisible();
});

test("what the server writes to its standard error is shown", async ({ playground }) => {
  await playground.start(everythingCommand);
  await playground.tab("Server output").click();
  await expect(playground.traffic).toContainText("Starting default (STDIO) server");
});

/**
 * Calls the counting server's quick tool. Returns the id of the process that answered, and its
 * number of calls.
 */
async function count(playground: Playground) {
  await playground.open("Tools", "count");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText(/process \d+, call \d+/);
  const words = /process (\d+), call (\d+)/.exec(await playground.result.innerText());
  return { pid: Number(words?.[1]), call: Number(words?.[2]) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a reload during a call continues with the same process", async ({ playground }) => {
  await playground.start(counterCommand);
  const before = await count(playground);
  expect(before.call).toBe(1);
  await playground.open("Tools", "count-slowly");
  await playground.button("Call tool").click();
  await expect(playground.button("Cancel request")).toBeVisible();
  // the earlier document is gone, and the next one not yet connected
  await playground.page.reload({ waitUntil: "commit" });
  process.kill(before.pid, "SIGUSR2");
  await expect(playground.status).toContainText("Connected");
  await expect(playground.server).toHaveValue(counterCommand);
  await count(playground);
  // the result from before the reload is shown until then
  await expect(playground.result).toContainText(`process ${before.pid}, call 3`);
  // messages received during the reload are not lost: the response to the call before it
  await playground.page.getByRole("searchbox", { name: "Filter traffic" }).fill("dir:in");
  const detail = playground.region("Message detail");
  await playground.row(/process \d+, call 2/).click();
  await expect(detail).toContainText(`process ${before.pid}, call 2`);
});

test("the process of a closed page is stopped", async ({ playground }) => {
  await playground.start(counterCommand);
  const { pid } = await count(playground);
  expect(isAlive(pid)).toBe(true);
  await playground.page.close();
  await expect.poll(() => isAlive(pid)).toBe(false);
});
