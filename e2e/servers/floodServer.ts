/**
 * A server in its own thread that allows other origins, and whose tool `flood-N` sends N
 * notifications before its result.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

export interface FloodServer {
  readonly mcpUrl: string;
  close(): Promise<void>;
}

/** The number of notifications that a tool sends. */
export const floods = [0, 1_000, 100_000] as const;

const threadName = "flood-server";

/** Starts it on a free port. */
export async function startFloodServer(): Promise<FloodServer> {
  const worker = new Worker(new URL(import.meta.url), { workerData: threadName });
  const [port] = await once(worker, "message");
  return {
    mcpUrl: `http://127.0.0.1:${port}/mcp`,
    async close() {
      await worker.terminate();
    },
  };
}

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST, DELETE",
};

async function serve() {
  const streams = new Map(floods.map((count) => [`flood-${count}`, notifications(count)]));
  const server = createServer((request, response) => {
    answer(streams, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  parentPort?.postMessage(typeof address === "object" ? address?.port : undefined);
}

function notifications(count: number): Buffer {
  const event = (n: number) => {
    const params = {
      level: "info",
      logger: "flood",
      data: `Step ${n} of something that takes long`,
    };
    return `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params })}\n\n`;
  };
  return Buffer.from(Array.from({ length: count }, (_, n) => event(n)).join(""));
}

async function answer(
  streams: ReadonlyMap<unknown, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "POST") {
    response.writeHead(request.method === "OPTIONS" ? 204 : 405, cors).end();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
  if (id === undefined) {
    response.writeHead(202, cors).end();
    return;
  }
  const stream = method === "tools/call" ? streams.get(params.name) : undefined;
  const result = stream
    ? { content: [{ type: "text", text: "flood is over" }] }
    : resultOf(method, [...streams.keys()]);
  const text = JSON.stringify({
    jsonrpc: "2.0",
    id,
    ...(result ? { result } : { error: { code: -32601, message: "No such method" } }),
  });
  response.writeHead(200, {
    ...cors,
    "content-type": stream ? "text/event-stream" : "application/json",
  });
  if (stream) response.write(stream);
  response.end(stream ? `data: ${text}\n\n` : text);
}

function resultOf(method: string, names: readonly unknown[]): object | undefined {
  if (method === "initialize") {
    return {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {}, logging: {} },
      serverInfo: { name: "flood", version: "1.0.0" },
    };
  }
  if (method !== "tools/list") return undefined;
  return { tools: names.map((name) => ({ name, inputSchema: { type: "object" } })) };
}

if (!isMainThread && workerData === threadName) await serve();
