/**
 * A stdio server whose first tool answers after 20 ms and says how long it took; the app of the second
 * one writes to its console how long after the result it was initialized (`node timed.ts`).
 */
import { createInterface } from "node:readline";

const waitMs = 20;

const appUri = "ui://timed/clock.html";
/** Counts from the answer, whose time is in the result, to the end of its own start. */
const app = `<!doctype html><p>clock</p><script>
let initialized;
const tell = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
addEventListener("message", ({ data }) => {
  if (data.id === 1 && data.method === undefined) {
    tell({ method: "ui/notifications/initialized" });
    initialized = Date.now();
  } else if (data.method === "ui/notifications/tool-result") {
    const { answeredAt } = data.params.structuredContent;
    console.info("initialized " + (initialized - answeredAt) + " ms after the result");
  } else if (data.id !== undefined) tell({ id: data.id, result: {} });
});
tell({ id: 1, method: "ui/initialize", params: { protocolVersion: "2026-01-26",
  appInfo: { name: "clock", version: "1" }, appCapabilities: {} } });
</script>`;

const tools = [
  { name: "timed", inputSchema: { type: "object" } },
  {
    name: "clock",
    inputSchema: { type: "object" },
    _meta: { ui: { resourceUri: appUri } },
  },
];

function say(id: unknown, result: object) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}

interface Request {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

function answer({ id, method, params }: Request) {
  const from = performance.now();
  if (method === "initialize") {
    return say(id, {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: "timed", version: "1.0.0" },
    });
  }
  if (method === "tools/list") {
    return say(id, { tools });
  }
  if (method === "resources/list") return say(id, { resources: [] });
  if (method === "resources/templates/list") return say(id, { resourceTemplates: [] });
  if (method === "resources/read") {
    const content = { uri: appUri, mimeType: "text/html;profile=mcp-app", text: app };
    return say(id, { contents: [content] });
  }
  if (method === "tools/call" && params?.name === "clock") {
    const answeredAt = Date.now();
    return say(id, { content: [], structuredContent: { answeredAt } });
  }
  if (method === "tools/call") {
    return void setTimeout(() => {
      const text = `answered after ${performance.now() - from} ms`;
      say(id, { content: [{ type: "text", text }] });
    }, waitMs);
  }
  if (id === undefined) return;
  const error = { code: -32601, message: "Method not found" };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
}

for await (const line of createInterface({ input: process.stdin })) answer(JSON.parse(line));
