/**
 * Captures the tool lists of real servers again: `node e2e/toolLists/capture.ts [package]…`.
 * Each server is installed and started by npx, in the version below, and only asked for its list.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { writeToolList } from "./toolLists.ts";

interface Counterpart {
  readonly name: string;
  readonly version: string;
  readonly args?: readonly string[];
}

const counterparts: readonly Counterpart[] = [
  { name: "@modelcontextprotocol/server-everything", version: "2026.8.31", args: ["stdio"] },
  { name: "@modelcontextprotocol/server-filesystem", version: "2026.8.31", args: ["."] },
  { name: "@modelcontextprotocol/server-map", version: "2.0.3", args: ["--stdio"] },
  { name: "@modelcontextprotocol/server-memory", version: "2026.8.31" },
  { name: "@modelcontextprotocol/server-pdf", version: "2.0.4", args: ["--stdio"] },
  { name: "@modelcontextprotocol/server-sequential-thinking", version: "2026.8.31" },
  { name: "@modelcontextprotocol/server-threejs", version: "2.0.3", args: ["--stdio"] },
  { name: "@notionhq/notion-mcp-server", version: "2.5.2" },
  { name: "@playwright/mcp", version: "0.0.83", args: ["--headless"] },
  { name: "@upstash/context7-mcp", version: "4.1.1" },
  { name: "chrome-devtools-mcp", version: "1.11.0", args: ["--no-usage-statistics"] },
];

/** Some servers register tools only for clients that can answer their requests. */
const capabilities = {
  roots: { listChanged: true },
  sampling: { tools: {} },
  elicitation: { form: {}, url: {} },
};
const revision = "2025-11-25";
const limitMs = 180_000;

const chosen = process.argv.slice(2);
for (const counterpart of counterparts) {
  if (chosen.length > 0 && !chosen.includes(counterpart.name)) continue;
  const tools = await capture(counterpart);
  writeToolList({ ...counterpart, args: counterpart.args ?? [], revision, tools });
  console.log(`${counterpart.name}@${counterpart.version}: ${tools.length} tools`);
}

/** Starts a server over stdio and reads every page of its list. */
async function capture({ name, version, args = [] }: Counterpart): Promise<readonly unknown[]> {
  const npx = ["--yes", "--ignore-scripts", `${name}@${version}`, ...args];
  const child = spawn("npx", npx, { stdio: ["pipe", "pipe", "ignore"], timeout: limitMs });
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const list = (cursor?: string) =>
    send({ id: "list", method: "tools/list", params: cursor === undefined ? {} : { cursor } });
  const tools: unknown[] = [];
  send({
    id: "initialize",
    method: "initialize",
    params: {
      protocolVersion: revision,
      capabilities,
      clientInfo: { name: "capture", version: "1.0.0" },
    },
  });
  try {
    for await (const line of createInterface(child.stdout)) {
      const message = JSON.parse(line);
      if (message.error) throw new Error(`${name}: ${JSON.stringify(message.error)}`);
      if (message.id === "initialize") {
        send({ method: "notifications/initialized" });
        // The example server registers some tools after a moment, when it knows the client.
        setTimeout(list, 2_000);
      }
      if (message.id !== "list") continue;
      tools.push(...message.result.tools);
      if (message.result.nextCursor === undefined) return tools;
      list(message.result.nextCursor);
    }
  } finally {
    child.kill();
  }
  throw new Error(`${name} ended before it answered`);
}
