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
    await expect(playground.status).toHaveText("Tap · live");
    await first.listTools();
    await first.callTool({ name: "echo", arguments: { message: "from the editor" } });

    const banner = playground.region("Recording");
    await expect(banner).toContainText("notes: an-editor 1.2.3 and its server");
    await expect(playground.item("Tools", "echo")).toBeVisible();
    await expect(playground.result).toContainText("Echo: from the editor");
    await expect(playground.row(/tools\/list/).first()).toBeVisible();
    await expect(playground.button("Call tool")).toBeDisabled();

    await first.close();
    await expect(playground.status).toHaveText("Tap · ended");
    const second = await connect("notes");
    await expect(playground.status).toHaveText("Tap · live");
    // initialize and initialized: of the recording, and of both sessions
    await expect(playground.row(/initialize/)).toHaveCount(6);
    await expect(page.getByRole("button", { name: "Lists of notes" })).toHaveCount(1);
    await second.close();
    await expect(playground.status).toHaveText("Tap · ended");

    await playground.press("Connect as this client");
    await page.getByRole("alertdialog").getByRole("button", { name: "Start" }).click();
    await expect(playground.status).toContainText("Connected");
    await playground
      .row(/\binitialize\b/)
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
