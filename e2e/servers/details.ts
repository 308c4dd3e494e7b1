/** Serves tools with many choices, long texts and remote icons; its list can be changed between connections. */
import { createMcpHandler, McpServer, type ToolAnnotations } from "@modelcontextprotocol/server";
import { serveHandler } from "./serveHandler.ts";

export interface DetailsServer {
  readonly url: string;
  /** Adds a tool to the list without a notification. */
  addTool(name: string, annotations?: ToolAnnotations): void;
  close(): Promise<void>;
}

const configure = {
  name: "configure",
  description: "Chooses a city.",
  inputSchema: {
    type: "object",
    properties: {
      city: { type: "string", enum: Array.from({ length: 40 }, (_, at) => `city-${at}`) },
      note: {
        type: "string",
        description: Array.from({ length: 30 }, (_, at) => `Line ${at} of the note.`).join("\n"),
      },
      place: {
        type: "object",
        properties: { street: { type: "string" } },
        required: ["street"],
      },
    },
    required: ["place"],
  },
};

/** Starts the server. */
export async function startDetails(): Promise<DetailsServer> {
  const tools: object[] = [configure];
  const handler = createMcpHandler(() => createServer(tools));
  const server = await serveHandler((request) => handler.fetch(request));
  return {
    url: `${server.url}/mcp`,
    addTool: (name, annotations) =>
      void tools.push({
        name,
        inputSchema: { type: "object" },
        ...(annotations && { annotations }),
      }),
    async close() {
      await handler.close();
      await server.close();
    },
  };
}

function createServer(tools: readonly object[]): McpServer {
  const server = new McpServer(
    {
      name: "details",
      version: "1.0.0",
      icons: [{ src: "https://icons.example/logo.png", mimeType: "image/png" }],
    },
    { capabilities: { tools: {} } },
  );
  server.server.setRequestHandler("tools/list", async () => ({ tools: [...tools] as never }));
  server.server.setRequestHandler("tools/call", async ({ params }) => ({
    content: [{ type: "text", text: JSON.stringify(params.arguments) }],
  }));
  return server;
}
