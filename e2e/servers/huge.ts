/** An MCP server with thousands of tools, and with tools whose results are large, over HTTP or stdio. */
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { listen } from "./listen.ts";

/** Starts it over stdio. */
export const hugeCommand = `node ${fileURLToPath(import.meta.url)}`;

export interface HugeServer {
  /** @param tools number of tools; without one, a tool for each of `hugeResults` */
  url(tools?: number): string;
  close(): Promise<void>;
}

interface Call {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly protocolVersion?: string };
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `Row number ${id}`,
    email: `user${id}@example.com`,
    active: id % 2 === 0,
    score: id / 7,
  }));
const text = (content: string) => ({ content: [{ type: "text", text: content }] });
const line = "All work and no play makes Jack a dull boy.\n";

/** Makes the result of each tool. */
const results = {
  "text-10-mb": () => text(line.repeat(Math.ceil(10_000_000 / line.length))),
  "rows-5000": () => text(JSON.stringify(rows(5_000))),
  "rows-100000": () => text(JSON.stringify(rows(100_000))),
  "structured-5000": () => ({ content: [], structuredContent: { rows: rows(5_000) } }),
  "rows-in-both": () => ({
    ...text(JSON.stringify(rows(100_000))),
    structuredContent: { rows: rows(100_000) },
  }),
  "blocks-5000": () => ({
    content: rows(5_000).map((row) => ({ type: "text", text: JSON.stringify(row) })),
  }),
} as const;

export type HugeResult = keyof typeof results;
export const hugeResults = Object.keys(results) as readonly HugeResult[];

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST, DELETE",
};

const tool = (name: string) => ({
  name,
  description: `A tool called ${name}`,
  inputSchema: { type: "object" },
});

/** Starts it on a free port. */
export async function startHuge(): Promise<HugeServer> {
  const server = await listen();
  server.answer((request, response) => {
    const { url = "", method } = request;
    if (method !== "POST") return response.writeHead(method === "OPTIONS" ? 204 : 405, cors).end();
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const call = JSON.parse(body) as Call;
      if (call.id === undefined) return response.writeHead(202, cors).end();
      response.writeHead(200, { ...cors, "content-type": "application/json" });
      response.end(answer(call, Number(url.slice(1))));
    });
  });
  return { url: (tools = 0) => `${server.origin}/${tools}`, close: server.close };
}

function answer(call: Call, tools: number): string {
  return JSON.stringify({ jsonrpc: "2.0", id: call.id, result: resultOf(call, tools) });
}

function resultOf({ method, params }: Call, tools: number): object {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "huge", version: "1" },
      };
    case "tools/list": {
      const many = Array.from({ length: tools }, (_, at) => `tool-${at}`);
      return { tools: (tools > 0 ? many : hugeResults).map(tool) };
    }
    case "tools/call":
      return results[params?.name as HugeResult]();
    default:
      return {};
  }
}

if (import.meta.main) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const call = JSON.parse(line) as Call;
    if (call.id !== undefined) process.stdout.write(`${answer(call, 0)}\n`);
  });
}
