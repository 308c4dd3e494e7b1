/** A server whose tools return every kind of content, large tables, invalid output, or nothing for a while. */
import { setTimeout as delay } from "node:timers/promises";
import { serveHandler } from "./serveHandler.ts";

export interface ResultsServer {
  readonly url: string;
  /** Names of the tools that were called, in order. */
  readonly calls: readonly string[];
  /** Ends the calls of `wait` that are in progress. */
  endWaits(): void;
  close(): Promise<void>;
}

const outputSchema = {
  type: "object",
  properties: { sum: { type: "integer" } },
  required: ["sum"],
};
const noArguments = { type: "object", properties: {} };

const tools = [
  { name: "mixed", inputSchema: noArguments, description: "Returns **every** kind of content." },
  {
    name: "rows",
    inputSchema: { type: "object", properties: { count: { type: "integer", default: 3 } } },
  },
  {
    name: "wait",
    inputSchema: {
      type: "object",
      properties: { ms: { type: "integer", maximum: 10000 } },
      required: ["ms"],
    },
  },
  { name: "remove", inputSchema: noArguments, annotations: { destructiveHint: true } },
  { name: "valid", inputSchema: noArguments, outputSchema },
  { name: "mismatch", inputSchema: noArguments, outputSchema },
  { name: "missing", inputSchema: noArguments, outputSchema },
];

/** One red pixel. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const markdown = `# Report

Some **bold** words, \`code\` and [a link](https://example.com/page).
<img src=x onerror="localStorage.setItem('script-ran', 'yes')"> [run](javascript:localStorage.setItem('script-ran','yes'))
![pixel](https://tracker.example/p.png)

| City | Degrees |
|---|--:|
| Oslo | 3 |

\`\`\`ts
const answer: number = 42;
\`\`\`
`;

const mixed = [
  {
    type: "text",
    text: markdown,
    annotations: { audience: ["user"], priority: 0.9, lastModified: "2026-01-12T15:00:58Z" },
    _meta: { "example.com/id": 7 },
  },
  { type: "text", text: '{"id":12345678901234567890,"list":[{"n":1},{"n":2}]}' },
  { type: "text", text: "مرحبا بالعالم" },
  { type: "image", data: png, mimeType: "image/png" },
  {
    type: "resource_link",
    uri: "demo://report",
    name: "report",
    title: "The report",
    mimeType: "text/plain",
    size: 12,
    icons: [{ src: `data:image/png;base64,${png}`, mimeType: "image/png" }],
  },
  {
    type: "resource",
    resource: {
      uri: "file:///main.py",
      mimeType: "text/x-python",
      text: "def f():\n    return 1\n",
    },
  },
  { type: "resource", resource: { uri: "file:///data.bin", blob: "AAECAwQFBgcICQoLDA0ODw==" } },
  {
    type: "resource",
    resource: { uri: "file:///paper.pdf", mimeType: "application/pdf", blob: "JVBERi0xLjcK" },
  },
];

const cities = ["Oslo", "Zürich", "São Paulo", "東京", "Nairobi"];

function row(id: number) {
  return {
    id,
    city: cities[id % cities.length],
    degrees: ((id * 7919) % 400) / 10,
    isOpen: id % 3 === 0,
    note: `row ${id}`,
  };
}

async function call(
  name: string,
  args: Record<string, number>,
  waits: Set<AbortController>,
): Promise<object> {
  switch (name) {
    case "mixed":
      return { content: mixed };
    case "rows":
      return {
        content: [],
        structuredContent: { rows: Array.from({ length: args.count ?? 3 }, (_, id) => row(id)) },
      };
    case "wait":
      await waitFor(Math.min(args.ms ?? 0, 10_000), waits);
      return { content: [{ type: "text", text: `Waited ${args.ms} ms` }] };
    case "valid":
      return { content: [], structuredContent: { sum: 3 } };
    case "mismatch":
      return { content: [], structuredContent: { sum: "three" } };
    case "remove":
      return { content: [{ type: "text", text: "Removed" }] };
    default:
      return { content: [{ type: "text", text: "No output" }] };
  }
}

async function waitFor(ms: number, waits: Set<AbortController>): Promise<void> {
  const wait = new AbortController();
  waits.add(wait);
  await delay(ms, undefined, { signal: wait.signal }).catch(() => undefined);
  waits.delete(wait);
}

const capabilities = { tools: {}, resources: {} };

async function resultOf(
  method: string,
  params: { name?: string; arguments?: Record<string, number>; uri?: string } | undefined,
  waits: Set<AbortController>,
): Promise<object | undefined> {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: "2025-11-25",
        capabilities,
        serverInfo: { name: "results-server", version: "1.0.0" },
        instructions:
          "Call a tool.\n\n- `mixed` returns **every** kind of content.\n- `rows` a table.",
      };
    case "tools/list":
      return { tools };
    case "resources/list":
      return { resources: [] };
    case "resources/templates/list":
      return { resourceTemplates: [] };
    case "resources/read":
      return { contents: [{ uri: params?.uri, mimeType: "text/plain", text: "All is well" }] };
    case "tools/call":
      return call(params?.name ?? "", params?.arguments ?? {}, waits);
    case "ping":
      return {};
    default:
      return undefined;
  }
}

export async function startResultsServer(): Promise<ResultsServer> {
  const calls: string[] = [];
  const waits = new Set<AbortController>();
  const server = await serveHandler(async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const message = (await request.json()) as {
      id?: number;
      method: string;
      params?: { name?: string };
    };
    if (message.id === undefined) return new Response(null, { status: 202 });
    if (message.method === "tools/call") calls.push(message.params?.name ?? "");
    const result = await resultOf(message.method, message.params, waits);
    const { id } = message;
    return Response.json(
      result
        ? { jsonrpc: "2.0", id, result }
        : { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } },
    );
  });
  const endWaits = () => {
    for (const wait of waits) wait.abort();
  };
  return { url: `${server.url}/mcp`, calls, endWaits, close: server.close };
}
