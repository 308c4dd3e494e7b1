/** A 2026-07-28 server of the official SDK with one tool for each feature of the revision. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  acceptedContent,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  McpServer,
} from "@modelcontextprotocol/server";

/** Milliseconds for which the list of tools may be cached. */
export const toolsTtlMs = 1000;

/** A resource that can be subscribed to. */
export const memoUri = "memo://today";

const state = createRequestStateCodec<{ name: string }>({ key: randomBytes(32) });

const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });

const fields = (properties: Record<string, object>, required: string[] = []) =>
  fromJsonSchema<Record<string, string>>({ type: "object", properties, required });

const askFor = (name: string) =>
  inputRequired.elicit({
    message: `Your ${name}?`,
    requestedSchema: { type: "object", properties: { [name]: { type: "string" } } },
  });

export interface ModernServerEvents {
  /** Names of further tools, without arguments. */
  readonly moreTools?: readonly string[];
  /** Called when a call of `wait` has started. */
  readonly onWaiting?: () => void;
  /** Called when the client cancelled a call of `wait`. */
  readonly onGivenUp?: () => void;
}

/** Creates an instance, for one request or one connection. */
export function createModernServer({
  onWaiting,
  onGivenUp,
  moreTools = [],
}: ModernServerEvents = {}): McpServer {
  const server = new McpServer(
    { name: "modern-server", version: "1.0.0" },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
      },
      cacheHints: { "tools/list": { ttlMs: toolsTtlMs, cacheScope: "private" } },
      requestState: { verify: state.verify },
    },
  );

  server.registerTool(
    "echo",
    { inputSchema: fields({ message: { type: "string" } }) },
    async ({ message }) => text(`Echo: ${message}`),
  );

  server.registerTool(
    "region",
    { inputSchema: fields({ region: { type: "string", "x-mcp-header": "Region" } }, ["region"]) },
    async ({ region }) => text(`Region: ${region}`),
  );

  server.registerTool("introduce", {}, async (ctx) => {
    const { inputResponses, requestState } = ctx.mcpReq;
    const known = requestState<{ name: string }>();
    if (known) {
      const { city } = acceptedContent(inputResponses, "city") ?? {};
      return text(`${known.name} from ${city}`);
    }
    const { name } = acceptedContent<{ name: string }>(inputResponses, "name") ?? {};
    if (name === undefined) return inputRequired({ inputRequests: { name: askFor("name") } });
    return inputRequired({
      inputRequests: { city: askFor("city") },
      requestState: await state.mint({ name }, ctx),
    });
  });

  server.registerTool("insatiable", {}, async () =>
    inputRequired({ inputRequests: { name: askFor("name") } }),
  );

  server.registerTool("report", {}, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [1, 2]) {
      if (progressToken === undefined) break;
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 2 },
      });
    }
    return text("Reported");
  });

  server.registerTool("wait", {}, async ({ mcpReq }) => {
    onWaiting?.();
    mcpReq.signal.addEventListener("abort", () => onGivenUp?.());
    await delay(30_000, undefined, { signal: mcpReq.signal, ref: false });
    return text("Waited");
  });

  for (const name of moreTools) server.registerTool(name, {}, async () => text(name));

  server.registerResource("memo", memoUri, {}, async ({ href }) => ({
    contents: [{ uri: href, text: "Buy milk" }],
  }));
  return server;
}
