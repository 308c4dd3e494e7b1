/** Serves the engine benchmarks from its own thread with prepared responses. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** Notifications before the result of the tool `stream`. */
export const streamedNotifications = 100_000;

/** Bytes of text in the result of the tool `large`. */
export const largeBytes = 64 * 1024 * 1024;

export interface BenchServer {
  /** An empty page, whose clock has the resolution of a cross-origin isolated page. */
  readonly pageUrl: string;
  readonly mcpUrl: string;
  close(): Promise<void>;
}

const threadName = "bench-server";

/** Starts it on a free port. */
export async function startBenchServer(): Promise<BenchServer> {
  const worker = new Worker(new URL(import.meta.url), { workerData: threadName });
  const [port] = await once(worker, "message");
  const origin = `http://127.0.0.1:${port}`;
  return {
    pageUrl: `${origin}/`,
    mcpUrl: `${origin}/mcp`,
    async close() {
      await worker.terminate();
    },
  };
}

async function serve() {
  const answers = prepareAnswers();
  const server = createServer((request, response) => {
    answer(answers, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  parentPort?.postMessage(typeof address === "object" ? address?.port : undefined);
}

/** The text before and after the id of a response. */
interface Prepared {
  readonly contentType: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

function prepareAnswers(): ReadonlyMap<unknown, Prepared> {
  const json = (result: object): Prepared => ({
    contentType: "application/json",
    before: Buffer.from('{"jsonrpc":"2.0","id":'),
    after: Buffer.from(`,"result":${JSON.stringify(result)}}`),
  });
  const events = (count: number, result: object): Prepared => ({
    contentType: "text/event-stream",
    before: Buffer.from(
      `${Array.from({ length: count }, (_, n) => notification(n)).join("")}event: message\ndata: {"jsonrpc":"2.0","id":`,
    ),
    after: Buffer.from(`,"result":${JSON.stringify(result)}}\n\n`),
  });
  const text = (text: string) => ({ content: [{ type: "text", text }] });
  return new Map([
    [
      "initialize",
      json({
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, logging: {} },
        serverInfo: { name: "bench", version: "1.0.0" },
      }),
    ],
    ["small", json(text("Echo: hello"))],
    ["small-event", events(0, text("Echo: hello"))],
    ["stream", events(streamedNotifications, text("done"))],
    ["large", json(text("All work and no play. ".repeat(largeBytes / 22)))],
  ]);
}

function notification(n: number): string {
  const data = `Step ${n} of something that takes its time and says so`;
  const params = { level: "info", logger: "bench", data };
  const message = { jsonrpc: "2.0", method: "notifications/message", params };
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

async function answer(
  answers: ReadonlyMap<unknown, Prepared>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url === "/") {
    const isolated = {
      "content-type": "text/html",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    };
    response.writeHead(200, isolated).end("<!doctype html><title>Bench</title>");
    return;
  }
  if (request.method !== "POST") {
    response.writeHead(405).end();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
  if (id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const prepared = answers.get(method === "tools/call" ? params.name : method);
  if (!prepared) throw new Error(`Nothing is prepared for ${method}`);
  const { contentType, before, after } = prepared;
  response.writeHead(200, { "content-type": contentType });
  response.write(before);
  response.write(JSON.stringify(id));
  response.end(after);
}

if (!isMainThread && workerData === threadName) await serve();
