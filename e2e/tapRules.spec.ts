/** Journeys: messages of a tap are paused and changed, and faults show what the client does next. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createRelay } from "../relay/server.ts";
import { pageDir } from "./ensureBuild.ts";
import { expect, test } from "./fixtures.ts";
import { type MeasuredWindow, measureScreen } from "./measureScreen.ts";
import { createPlayground } from "./playground.ts";

const server = join(
  import.meta.dirname,
  "../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);
const program = join(import.meta.dirname, "../relay/cli/main.ts");

/** Milliseconds after which the client gives up. */
const timeout = 1500;

test("messages of a client are paused and changed, and each fault says what the client did next", async ({
  page,
  watched,
}) => {
  test.setTimeout(400_000);
  const state = mkdtempSync(join(tmpdir(), "mcp-playground-tap-"));
  const relay = await createRelay({
    port: 0,
    pageDir,
    tapFolder: join(state, "mcp-playground/taps"),
  });
  const clients: Client[] = [];
  const connect = async () => {
    const client = new Client({ name: "an-editor", version: "1.2.3" });
    const args = [program, "tap", "--name", "notes", "--", process.execPath, server];
    const env = { PATH: process.env.PATH ?? "", XDG_STATE_HOME: state };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }),
    );
    clients.push(client);
    return client;
  };
  try {
    let client = await connect();
    watched.allow(relay.origin);
    await page.goto(relay.createLink());
    const playground = createPlayground(page);
    await playground.press("Show tap notes");
    await expect(playground.status).toHaveText(/^Tapping · /);
    /** Calls the tool; resolves to the text of its result, or why there is none. */
    const call = (message: string, ms = 60_000) =>
      client
        .callTool({ name: "echo", arguments: { message } }, { timeout: ms })
        .then(({ content }) => JSON.stringify(content), String);

    const rules = page.getByRole("list", { name: "Rules" });
    const removeRule = async () => {
      await rules.getByRole("button", { name: /^Actions: / }).press("Enter");
      await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
      await expect(rules).toHaveCount(0);
    };

    await test.step("a tap without rules, measured", async () => {
      await measureScreen(playground, { name: "tap", open: async () => {} }, [
        { width: 1440, height: 900, themes: ["light"], target: 24 },
        { width: 390, height: 844, themes: ["dark"], target: 24 },
      ]);
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step("a paused message is edited, dropped and answered", async () => {
      await playground.press("Add rule");
      await playground.press("Save rule");
      const paused = playground.region("Paused message");
      const press = (name: string) => paused.getByRole("button", { name }).press("Enter");
      const first = call("from the editor");
      await expect(paused).toContainText("tools/call");
      await expect(paused.getByRole("timer", { name: "Waited" })).toHaveText(/^[1-9] s$/);
      await expect(paused).toContainText("sent unchanged at 50 s · many clients give up at 60 s");
      await expect(playground.status).toHaveText("1 message paused");
      const waiting = page.getByRole("rowgroup", { name: "Paused messages of notes" });
      await expect(waiting.getByRole("row")).toHaveText(/sent[\d.]+.*echonot yet sentpaused\d+ s$/);
      // it leads to its card, also by key
      await playground.showView("What the client did");
      await waiting.getByRole("button", { name: "echo" }).press("Enter");
      const look: MeasuredWindow = { width: 1440, height: 900, themes: [], target: 24 };
      await measureScreen(playground, { name: "paused", open: async () => {} }, [look]);
      // content from outside does not choose what a key confirms
      await expect(paused.locator(":focus")).toHaveCount(0);
      const editor = paused.getByRole("textbox", { name: "Message" });
      await expect(editor).toBeVisible();
      const params = { name: "echo", arguments: { message: "changed on its way" } };
      const id = 1;
      await playground.write(
        editor,
        JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }),
      );
      await expect(paused.getByRole("region", { name: "Original" })).toContainText(
        "from the editor",
      );
      await press("Send edited");
      expect(await first).toContain("changed on its way");

      const second = call("never arrives", timeout);
      await expect(playground.status).toHaveText("1 message paused");
      await press("Drop");
      await expect(paused).toHaveCount(0);
      expect(await second).toContain("timed out");
      const third = call("asked");
      await press("Answer instead …");
      const answer = paused.getByRole("textbox", { name: "Answer" });
      const result = { content: [{ type: "text", text: "answered by hand" }] };
      await playground.write(answer, JSON.stringify({ jsonrpc: "2.0", id: 3, result }));
      await press("Send answer");
      expect(await third).toContain("answered by hand");
      await expect(playground.row(/edited/)).toBeVisible();
      await expect(playground.row(/answered by you/)).toBeVisible();
      await playground.row(/edited/).click();
      await expect(playground.region("Change by the tap")).toContainText("from the editor");
      await removeRule();
    });

    /** Makes a fault happen; then the page says what the client did. */
    const happens = async (
      name: string,
      direction: string,
      outcome: string,
      act: () => Promise<unknown>,
    ) => {
      await playground.press("Add rule");
      const form = page.getByRole("form", { name: "Rule" });
      const choose = async (field: string, choice: string) => {
        const select = form.getByRole("combobox", { name: field });
        if ((await select.textContent()) === choice) return;
        await select.press("Enter");
        await page.getByRole("option", { name: choice, exact: true }).press("Enter");
      };
      await choose("What happens", name);
      await choose("Direction", direction);
      await playground.press("Save rule");
      await expect(rules.getByText("not yet", { exact: true })).toBeVisible();
      await expect(page.getByRole("status", { name: "Rules" })).toHaveText("1 fault on");
      await act();
      await expect(rules).toContainText(`the client ${outcome}`, { timeout: 30_000 });
      await removeRule();
    };
    const toServer = "To the server";
    const toClient = "To the client";

    await test.step("faults, and what the client does", async () => {
      await happens("Drop", toServer, "gave up", async () => {
        expect(await call("lost", timeout)).toContain("timed out");
      });
      await happens("Error", toClient, "got an answer", async () => {
        expect(await call("fails")).toContain("Internal error");
      });
      await happens("Delay", toClient, "got an answer", () => call("late"));
      await happens("Send twice", toClient, "got an answer", () => call("twice"));
      await happens("Send after the next message", toClient, "got an answer", () =>
        Promise.all([call("later"), call("first")]),
      );
      await happens("Wrong id", toClient, "gave up", async () => {
        expect(await call("mistaken", timeout)).toContain("timed out");
      });
      await happens("Invalid JSON", toClient, "retried", async () => {
        await call("broken", timeout);
        await call("broken");
      });
      await happens("Slow reader", toServer, "got an answer", () => call("slow"));
      for (const name of ["Cut in the middle", "Close the connection", "Kill the server"]) {
        await happens(name, toServer, "connected again", async () => {
          await call("ends", timeout);
          await client.close();
          client = await connect();
        });
      }
    });
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await relay.close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }
});
