/**
 * A server of the official SDK with sessions that it can drop, and streams that it can interrupt on
 * request.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  fromJsonSchema,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createEventStore } from "./eventStore.ts";
import { type HandlerServer, serveHandler } from "./serveHandler.ts";

export interface SessionsServer extends Pick<HandlerServer, "down" | "up"> {
  readonly url: string;
  /** The ids of the known sessions. */
  sessionIds(): string[];
  /** Forgets every session, as after a restart. */
  forget(): void;
  close(): Promise<void>;
}

export interface SessionsServerOptions {
  /** Whether responses are JSON instead of streams. */
  readonly json?: boolean;
  /** Milliseconds after which clients should resume a stream. */
  readonly retryMs?: number;
  /** The response headers that pages may read; all by default. */
  readonly exposed?: string;
}

type SessionTransport = WebStandardStreamableHTTPServerTransport;

/**
 * Starts it. Tools: `echo`, `wait`, `ask` which elicits a name, `confirm` which elicits a
 * confirmation, and `interrupted` whose stream ends before its result.
 */
export async function startSessionsServer(
  options: SessionsServerOptions = {},
): Promise<SessionsServer> {
  const { json = false, retryMs = 50, exposed } = options;
  const sessions = new Map<string, SessionTransport>();

  const begin = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: json,
      eventStore: createEventStore(),
      retryInterval: retryMs,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await createServer().connect(transport);
    return transport;
  };

  const server = await serveHandler(async (request) => {
    const id = request.headers.get("mcp-session-id");
    const transport = id === null ? await begin() : sessions.get(id);
    if (transport) return transport.handleRequest(request);
    const error = { code: -32001, message: "Session not found" };
    return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 404 });
  }, exposed);
  return {
    url: `${server.url}/mcp`,
    sessionIds: () => [...sessions.keys()],
    forget: () => sessions.clear(),
    down: server.down,
    up: server.up,
    close: server.close,
  };
}

const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
const message = fromJsonSchema<{ message?: string }>({
  type: "object",
  properties: { message: { type: "string" } },
});

function createServer(): McpServer {
  const server = new McpServer(
    { name: "sessions-server", version: "1.0.0" },
    { capabilities: { tools: {} } },
  );
  server.registerTool("echo", { inputSchema: message }, async (args) =>
    text(`Echo: ${args.message}`),
  );
  server.registerTool("wait", {}, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [1, 2, 3]) {
      await delay(50, undefined, { signal: mcpReq.signal });
      if (progressToken === undefined) continue;
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress },
      });
    }
    return text("Waited");
  });
  server.registerTool("ask", { inputSchema: message }, async (args, { mcpReq }) => {
    const { content } = await mcpReq.elicitInput({
      message: `Your name, ${args.message}?`,
      requestedSchema: { type: "object", properties: { name: { type: "string" } } },
    });
    return text(`Hello, ${content?.name}!`);
  });
  server.registerTool("confirm", {}, async ({ mcpReq }) => {
    const requestedSchema = { type: "object" as const, properties: {} };
    const { action, content } = await mcpReq.elicitInput({ message: "Go on?", requestedSchema });
    return text(`${action} ${JSON.stringify(content)}`);
  });
  server.registerTool("interrupted", {}, async ({ http }) => {
    http?.closeSSE?.();
    await delay(200);
    return text("Resumed");
  });
  return server;
}
