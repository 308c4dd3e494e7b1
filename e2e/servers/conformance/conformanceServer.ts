/** A server of the official SDK with every feature that the conformance suite tests, in both eras. */
import { randomUUID } from "node:crypto";
import {
  classifyInboundRequest,
  createMcpHandler,
  hostHeaderValidationResponse,
  isInitializeRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  McpServer,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createEventStore } from "../eventStore.ts";
import { serveHandler } from "../serveHandler.ts";
import { addConformanceRounds, requestState } from "./conformanceRounds.ts";
import { about, addConformanceTools } from "./conformanceTools.ts";

export interface ConformanceServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it; it accepts only requests whose Host, and Origin if present, name this machine. */
export async function startConformanceServer(): Promise<ConformanceServer> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  const create = () => {
    const server = new McpServer(
      { name: "conformance-server", version: "1.0.0" },
      {
        capabilities: {
          tools: { listChanged: true },
          resources: { subscribe: true, listChanged: true },
          prompts: { listChanged: true },
          logging: {},
          completions: {},
        },
        requestState: { verify: requestState.verify },
      },
    );
    addConformanceTools(server);
    addConformanceRounds(server);
    for (const [what, notify] of [
      ["tool", () => modern.notify.toolsChanged()],
      ["prompt", () => modern.notify.promptsChanged()],
    ] as const) {
      server.registerTool(`test_trigger_${what}_change`, about, async () => {
        notify();
        return { content: [{ type: "text", text: "Said so" }] };
      });
    }
    return server;
  };
  const modern = createMcpHandler(create);

  const begin = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createEventStore(),
      retryInterval: 5000,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await create().connect(transport);
    return transport;
  };

  const server = await serveHandler(async (request) => {
    const refusal =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (refusal) return refusal;
    const parsedBody = request.method === "POST" ? await parse(request.clone()) : undefined;
    const { headers } = request;
    const protocolVersionHeader = headers.get("mcp-protocol-version") ?? undefined;
    const mcpMethodHeader = headers.get("mcp-method") ?? undefined;
    const inbound = classifyInboundRequest({
      httpMethod: request.method,
      ...(protocolVersionHeader ? { protocolVersionHeader } : {}),
      ...(mcpMethodHeader ? { mcpMethodHeader } : {}),
      body: parsedBody,
    });
    if (request.method === "POST" && inbound.kind !== "legacy") return modern.fetch(request);
    const id = headers.get("mcp-session-id");
    const known = id === null ? undefined : sessions.get(id);
    if (known) return known.handleRequest(request);
    if (id === null && isInitializeRequest(parsedBody)) {
      return (await begin()).handleRequest(request);
    }
    const error = { code: -32001, message: "Session not found" };
    const status = id === null ? 400 : 404;
    return Response.json({ jsonrpc: "2.0", id: null, error }, { status });
  });
  return {
    url: `${server.url}/mcp`,
    async close() {
      await modern.close();
      await server.close();
    },
  };
}

/** The body parsed as JSON; the handlers reject anything else. */
async function parse(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}
