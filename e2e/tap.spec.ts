/** Journeys: a real client reaches a real server through a tap, and the page shows what they say. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createRelay } from "../relay/server.ts";
import { pageDir } from "./ensureBuild.ts";
import { expect, test } from "./fixtures.ts";
import { createPlayground } from "./playground.ts";

const server = join(
  import.meta.dirname,
  "../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);
const program = join(import.meta.dirname, "../relay/cli/main.ts");

test("the session of another client appears, continues in the next one, and can be shared", {
  tag: "@main",
}, async ({ page, watched }) => {
  const state = mkdtempSync(join(tmpdir(), "mcp-playground-tap-"));
  const tapFolder = join(state, "mcp-playground/taps");
  const connect = async (name: string) => {
    const client = new Client({ name: "an-editor", version: "1.2.3" });
    const args = [program, "tap", "--name", name, "--", process.execPath, server];
    const env = { PATH: process.env.PATH ?? "", XDG_STATE_HOME: state };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }),
    );
    return client;
  };
  const earlier = await connect("earlier");
  await earlier.listTools();
  await earlier.close();
  const relay = await createRelay({ port: 0, pageDir, tapFolder });
  try {
    watched.allow(relay.origin);
    await page.goto(relay.createLink());
    const playground = createPlayground(page);
    await page.getByRole("button", { name: /^earlier/ }).press("Enter");
    await expect(playground.status).toHaveText("Not connected · recording");
    await expect(playground.item("Tools", "echo")).toBeVisible();
    await playground.press("Close the recording");

    const first = await connect("notes");
    await playground.press("Show tap notes");
    await expect(playground.status).toHaveText(/^Tapping · /);
    await first.listTools();
    await first.callTool({ name: "echo", arguments: { message: "from the editor" } });

    await expect(playground.tab("Tap")).toHaveAttribute("aria-selected", "true");
    await expect(playground.region("Client")).toContainText("an-editor 1.2.3");
    await expect(playground.button("Connect")).toHaveCount(0);
    await playground.item("Tools", "echo").click();
    await expect(playground.result).toContainText("Echo: from the editor");
    // the client goes on with another tool: the form stays
    await first.callTool({ name: "get-sum", arguments: { a: 1, b: 2 } });
    await expect(playground.row(/get-sum/).first()).toBeVisible();
    await expect(playground.region("Result")).toContainText("Echo: from the editor");
    await expect(playground.row(/tools\/list/).first()).toBeVisible();
    await expect(playground.button("Call tool")).toBeDisabled();

    await first.close();
    await expect(playground.status).toHaveText("Tap · ended");
    const second = await connect("notes");
    await expect(playground.status).toHaveText(/^Tapping · /);
    // initialize and initialized: of the recording, and of both sessions
    await expect(playground.row(/initialize/)).toHaveCount(6);
    await expect(page.getByRole("button", { name: "Lists of notes" })).toHaveCount(1);
    await second.close();
    await expect(playground.status).toHaveText("Tap · ended");

    await playground.showView("Tap");
    await playground.press("Connect as this client");
    await page.getByRole("alertdialog").getByRole("button", { name: "Start" }).click();
    await expect(playground.status).toContainText("Connected");
    await playground
      .row(/Connected.*\binitialize\b/)
      .last()
      .getByRole("button", { name: /^Parts/ })
      .click();
    await playground
      .row(/^sent .*\binitialize\b/)
      .last()
      .click();
    await expect(playground.traffic).toContainText("an-editor");

    await playground.press("Share");
    await expect(page.getByRole("dialog", { name: "Share session" })).toContainText("echo");
  } finally {
    await relay.close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("the first tap is started by copying what the page shows", async ({ page, watched }) => {
  const state = mkdtempSync(join(tmpdir(), "mcp-playground-tap-"));
  const relay = await createRelay({
    port: 0,
    pageDir,
    tapFolder: join(state, "mcp-playground/taps"),
    findClients: () => [],
    tapWords: [process.execPath, program, "tap", "--"],
  });
  let client: Client | undefined;
  try {
    watched.allow(relay.origin);
    await page.goto(relay.createLink());
    const playground = createPlayground(page);
    await page.getByRole("button", { name: /^Tap a client/ }).click();
    await expect(playground.tab("Tap")).toHaveAttribute("aria-selected", "true");
    await expect(page.getByText("Waiting for a client")).toBeVisible();
    const command = page.getByRole("textbox", { name: "Your server’s command" });
    await command.fill(`${process.execPath} ${server}`);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(page.getByText("Copied", { exact: true })).toBeAttached();
    const line = await page.evaluate(() => navigator.clipboard.readText());

    client = new Client({ name: "an-editor", version: "1.2.3" });
    const env = { PATH: process.env.PATH ?? "", XDG_STATE_HOME: state };
    await client.connect(
      new StdioClientTransport({ command: "sh", args: ["-c", line], env, stderr: "ignore" }),
    );
    await page.getByRole("button", { name: /^Show tap / }).click();
    await expect(playground.status).toHaveText(/^Tapping · .* · stdio$/);
    await expect(playground.region("Client")).toContainText("an-editor 1.2.3");
    await expect(playground.region("Client")).toContainText("live");
    await expect(page.getByText("Waiting for a client")).toHaveCount(0);

    await playground.showView("What the client did");
    const acts = page.getByRole("list", { name: "What the client did" });
    await expect(acts).toContainText("It said that it is initialized");
    await acts.getByRole("button", { name: "Evidence: It said that it is initialized" }).click();
    await acts
      .getByRole("list", { name: "Evidence" })
      .getByRole("button", { name: /initialized/ })
      .click();
    await expect(playground.messages.getByRole("row", { selected: true })).toContainText(
      "initialized",
    );
    await expect(page.getByText(/not seen: .*cancellation/)).toBeVisible();
  } finally {
    await client?.close();
    await relay.close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }
});
