/** An MCP server whose tools each violate the protocol in one way. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { misbehaviours } from "./misbehaviours.ts";
import { createReply, type SentBody } from "./reply.ts";

export interface MisbehavingServer {
  readonly url: string;
  /** The bodies of completed responses, oldest first. */
  readonly transcript: readonly SentBody[];
  close(): Promise<void>;
}

interface Call {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly protocolVersion?: string;
    readonly _meta?: { readonly progressToken?: unknown };
  };
}

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-expose-headers": "mcp-session-id",
};

const tools = Object.entries(misbehaviours).map(([name, { description }]) => ({
  name,
  description,
  inputSchema: { type: "object" },
}));

/** @param port 0 for a free one */
export async function startMisbehavingServer(port = 0): Promise<MisbehavingServer> {
  const transcript: SentBody[] = [];
  const server = createServer((request, response) => {
    answer(request, response, (body) => transcript.push(body)).catch((error: unknown) =>
      response.destroy(error as Error),
    );
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given");
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    transcript,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  sent: (body: SentBody) => void,
): Promise<void> {
  for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
  if (request.method === "OPTIONS") return end(response, 204);
  if (request.method !== "POST") return end(response, 405);
  const call = await callIn(request);
  if (call?.method === undefined || call.id === undefined) return end(response, 202);
  const { id, method, params } = call;
  const tool = method === "tools/call" ? (params?.name ?? "") : undefined;
  const token = params?._meta?.progressToken;
  const reply = createReply(
    response,
    {
      about: tool ?? method,
      id: JSON.stringify(id),
      ...(token === undefined ? {} : { progressToken: JSON.stringify(token) }),
    },
    sent,
  );
  const misbehaviour = tool === undefined ? undefined : misbehaviours[tool];
  if (misbehaviour && request.url !== "/elsewhere?key=secret") return misbehaviour.act(reply);
  reply.head(200, { "content-type": "application/json" });
  await reply.write(JSON.stringify({ jsonrpc: "2.0", id, ...behave(call) }));
  reply.end();
}

function behave({ method, params }: Call) {
  switch (method) {
    case "initialize":
      return {
        result: {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {}, logging: {} },
          serverInfo: { name: "misbehaving", version: "1.0.0" },
        },
      };
    case "tools/list":
      return { result: { tools } };
    case "tools/call":
      return { result: { content: [{ type: "text", text: "from elsewhere" }] } };
    case "ping":
      return { result: {} };
    default:
      return { error: { code: -32601, message: "Method not found" } };
  }
}

async function callIn(request: IncomingMessage): Promise<Call | undefined> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  try {
    return JSON.parse(text) as Call;
  } catch {
    return undefined;
  }
}

function end(response: ServerResponse, status: number) {
  response.writeHead(status).end();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startMisbehavingServer(Number(process.env.PORT ?? 3005));
  console.log(`Misbehaving at ${url}: its tools say how`);
}
