/** Serves the captured tool lists of real servers, one list per page, and notes what is called. */
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { CapturedTool } from "../toolLists/toolLists.ts";
import { readToolLists } from "../toolLists/toolLists.ts";
import { serveHandler } from "./serveHandler.ts";

export interface ToolListsServer {
  readonly url: string;
  /** Every tool, in the order in which it is listed. */
  readonly tools: readonly CapturedTool[];
  /** The arguments of every call, in order. */
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
  close(): Promise<void>;
}

/** Starts the server. */
export async function startToolLists(): Promise<ToolListsServer> {
  const lists = readToolLists();
  const pages = lists.map(({ tools }) => tools);
  const calls: ToolListsServer["calls"][number][] = [];
  const handler = createMcpHandler(() => createServer(pages, (call) => calls.push(call)));
  const server = await serveHandler((request) => handler.fetch(request));
  return {
    url: `${server.url}/mcp`,
    tools: pages.flat(),
    calls,
    async close() {
      await handler.close();
      await server.close();
    },
  };
}

function createServer(
  pages: readonly (readonly CapturedTool[])[],
  onCall: (call: ToolListsServer["calls"][number]) => void,
): McpServer {
  const server = new McpServer(
    { name: "tool-lists", version: "1.0.0" },
    { capabilities: { tools: {} } },
  );
  server.server.setRequestHandler("tools/list", async ({ params }) => {
    const at = Number(params?.cursor ?? 0);
    const nextCursor = at + 1 < pages.length ? String(at + 1) : undefined;
    return { tools: [...(pages[at] ?? [])] as never, ...(nextCursor && { nextCursor }) };
  });
  server.server.setRequestHandler("tools/call", async ({ params }) => {
    onCall({ name: params.name, arguments: params.arguments });
    return { content: [{ type: "text", text: "Called" }] };
  });
  return server;
}
