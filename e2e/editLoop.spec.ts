/** Journey: the page restarts a server whose files change and shows the differences. */

import { writeFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";
import { type EditableServer, writeServer } from "./servers/editable.ts";
import { freePort, startProcess } from "./servers/process.ts";

const number = { type: "number" };
const add = {
  name: "add",
  annotations: { readOnlyHint: true },
  inputSchema: { type: "object", properties: { a: number, b: number }, required: ["a"] },
  answer: "'sum ' + (args.a + (args.b ?? 0))",
};

const loop = (playground: Playground) => ({
  toggle: playground.page.getByRole("switch", { name: "Restart on change" }),
  report: playground.region("Restart on change"),
  last: playground.region("Restart on change").getByRole("status", { name: "Last restart" }),
});

/** A started server with the edit loop on, and a function that rewrites its source. */
async function begin(playground: Playground, folder: string, server: EditableServer) {
  const script = await writeServer(folder, server);
  await playground.start(`node ${script}`);
  const parts = loop(playground);
  await parts.toggle.click();
  await expect(parts.report).toContainText(`Watching ${folder}`);
  return { ...parts, script, edit: (next: EditableServer) => writeServer(folder, next) };
}

test("a saved change restarts the server, shows the differences and repeats the call", async ({
  playground,
}, testInfo) => {
  const { last, edit, report, toggle } = await begin(playground, testInfo.outputDir, {
    tools: [add, { name: "old", answer: "1" }],
  });
  await playground.open("Tools", "add");
  await playground.field("a").fill("2");
  await playground.field("b").fill("3");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("sum 5");

  await edit({
    tools: [
      {
        ...add,
        description: "Adds two numbers",
        inputSchema: { ...add.inputSchema, required: ["a", "b"] },
        answer: "'total ' + (args.a + args.b)",
      },
      { name: "new", answer: "2" },
    ],
  });
  await expect(last).toContainText("Restarted after server.mjs changed");
  const changes = last.getByRole("list", { name: "What changed" });
  await expect(changes).toContainText('description was added: "Adds two numbers"');
  await expect(changes).toContainText("b is now required");
  await expect(changes.getByRole("listitem").filter({ hasText: "removed tool old" })).toBeVisible();
  await expect(playground.item("Tools", "new")).toBeVisible();
  await expect(playground.item("Tools", "old")).toHaveCount(0);
  // the same side by side
  await changes.getByRole("button", { name: "Show difference in add" }).click();
  const difference = playground.page.getByRole("dialog", { name: "Difference in add" });
  const table = difference.getByRole("table", { name: "Definition" });
  const added = table.getByRole("insertion");
  await expect(added.filter({ hasText: '"description": "Adds two numbers"' })).toHaveCount(1);
  await expect(added.filter({ hasText: /^\s*"b",?$/ })).toHaveCount(1);
  await expect(added).toHaveCount(2);
  await expect(table.getByRole("deletion")).toHaveCount(0);
  await playground.page.keyboard.press("Escape");
  await expect(difference).toHaveCount(0);
  // the last call is repeated with the same arguments, beside its previous result
  await expect(playground.result).toContainText("total 5");
  const earlier = playground.region("Earlier result");
  await expect(earlier).toContainText("different");
  await expect(earlier).toContainText("sum 5");
  await expect(playground.field("a")).toHaveValue("2");

  // a change without visible effect
  await edit({
    tools: [
      {
        ...add,
        description: "Adds two numbers",
        inputSchema: { ...add.inputSchema, required: ["a", "b"] },
        answer: "'total ' + (args.b + args.a)",
      },
      { name: "new", answer: "2" },
    ],
  });
  await expect(last).toContainText("did not change");
  await expect(earlier).toContainText("the same");

  await toggle.click();
  await expect(report).toHaveCount(0);
});

test("a tool that may change something is called again only if that is switched on", async ({
  playground,
}, testInfo) => {
  const append = (answer: string) => ({ tools: [{ name: "append", answer }] });
  const { last, edit } = await begin(playground, testInfo.outputDir, append("'one'"));
  await playground.open("Tools", "append");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("one");

  await edit(append("'two'"));
  await expect(last).toContainText("append was not called again");
  await expect(playground.row(/tools\/call append/).filter({ hasText: "sent" })).toHaveCount(1);
  const repeats = last.getByRole("switch", { name: "Call append after each restart" });
  await repeats.click();
  await expect(repeats).toBeChecked();

  await edit(append("'three'"));
  await expect(last).toContainText("append was called again");
  await expect(playground.result).toContainText("three");
  await expect(repeats).toBeChecked();
});

test("an error is shown with the server's output, and correcting it is enough", async ({
  playground,
}, testInfo) => {
  const { last, edit } = await begin(playground, testInfo.outputDir, { tools: [add] });
  await playground.open("Tools", "add");
  await edit({ tools: [add], before: "const broken = ;" });
  await expect(last).toContainText("Did not start after server.mjs changed");
  const alert = playground.main.getByRole("alert").first();
  await expect(alert).toContainText("SyntaxError");
  await edit({ tools: [add, { name: "mended", answer: "1" }] });
  await expect(last).toContainText("Restarted after server.mjs changed");
  await expect(last).toContainText("added tool mended");
  await expect(alert).toHaveCount(0);
  await expect(playground.status).toContainText("Connected");
});

/** An HTTP server in a separate process, with one tool of this name. */
async function httpServer(folder: string, port: number, tool: string) {
  const script = await writeServer(folder, { tools: [] });
  const http = script.replace("server.mjs", `http-${tool}.mjs`);
  await writeFile(
    http,
    `import { createServer } from "node:http";
createServer(async (request, response) => {
  const head = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" };
  if (request.method !== "POST") return response.writeHead(request.method === "OPTIONS" ? 204 : 405, head).end();
  let text = "";
  for await (const part of request) text += part;
  const { id, method } = JSON.parse(text);
  if (id === undefined) return response.writeHead(202, head).end();
  const result = method === "initialize"
    ? { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "h", version: "1" } }
    : { tools: [{ name: ${JSON.stringify(tool)}, inputSchema: { type: "object" } }] };
  response.writeHead(200, { ...head, "Content-Type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}).listen(${port}, "127.0.0.1");
`,
  );
  return startProcess({ command: process.execPath, args: [http], port });
}

test("the page reconnects to a local HTTP server that is available again", async ({
  playground,
  watched,
}, testInfo) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  watched.allow(url);
  const first = await httpServer(testInfo.outputDir, port, "first");
  await playground.connect(url);
  await expect(playground.item("Tools", "first")).toBeVisible();
  await playground.page.getByRole("switch", { name: "Follow restarts" }).click();
  const report = playground.region("Restart on change");
  await expect(report).toContainText(`Watching port ${port}`);
  await first.stop();
  const second = await httpServer(testInfo.outputDir, port, "second");
  try {
    await expect(report).toContainText("Reconnected after the server restarted");
    await expect(report).toContainText("added tool second");
    await expect(playground.item("Tools", "second")).toBeVisible();
  } finally {
    await second.stop();
  }
});
