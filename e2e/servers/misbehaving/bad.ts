/** A correct MCP server until its tool is called; the path selects how the call fails. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** How the call fails; `pages` is correct and lists its tools in three pages. */
export const badModes = [
  "html",
  "broken-json",
  "early-end",
  "never",
  "500",
  "404",
  "no-cors",
  "slow",
  "late",
  "unauthorized",
  "scripts",
  "pages",
] as const;

export type BadMode = (typeof badModes)[number];

export interface BadServer {
  /**
   * The URL of the endpoint that fails in this way.
   * @param atOnce whether it fails from the first request, not only when a tool is called
   */
  url(mode: BadMode, atOnce?: boolean): string;
  close(): Promise<void>;
}

interface Call {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly cursor?: string;
    readonly protocolVersion?: string;
    readonly _meta?: { readonly progressToken?: string | number };
  };
}

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-expose-headers": "mcp-session-id, www-authenticate",
};

/** Its only tool. */
const tool = {
  name: "x",
  description: "Misbehaves",
  inputSchema: { type: "object", properties: {} },
};

/** Starts it on a free port. */
export async function startBadServer(): Promise<BadServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    url: (mode, atOnce = false) => `${origin}/${mode}${atOnce ? "/at-once" : ""}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, mode, when] = (request.url ?? "").split("/");
  if (mode !== "no-cors") {
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
  }
  if (request.method === "OPTIONS") return end(response, 204);
  if (request.method !== "POST") return end(response, 405);
  const call = await bodyOf(request);
  if (call.id === undefined) return end(response, 202);
  const misbehaves = call.method === "tools/call" || when === "at-once" || mode === "unauthorized";
  if (misbehaves) return misbehave(mode as BadMode, call, response);
  return json(response, { jsonrpc: "2.0", id: call.id, ...behave(mode as BadMode, call) });
}

function behave(mode: BadMode, { method, params }: Call) {
  if (method === "initialize") {
    return {
      result: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: `bad-${mode}`, version: "1.0.0" },
      },
    };
  }
  if (method === "tools/list")
    return { result: mode === "pages" ? page(params?.cursor) : { tools: [tool] } };
  if (method === "ping") return { result: {} };
  return { error: { code: -32601, message: "Method not found" } };
}

/** Three pages of two tools. */
function page(cursor = "0") {
  const at = Number(cursor);
  const tools = [1, 2].map((n) => ({ ...tool, name: `tool-${at * 2 + n}` }));
  return at < 2 ? { tools, nextCursor: String(at + 1) } : { tools };
}

async function misbehave(mode: BadMode, call: Call, response: ServerResponse): Promise<void> {
  switch (mode) {
    case "html":
      response.setHeader("content-type", "text/html");
      return end(
        response,
        200,
        "<!doctype html><title>Sign in</title><p>Please sign in first.</p>",
      );
    case "broken-json":
      response.setHeader("content-type", "application/json");
      return end(
        response,
        200,
        `{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},"result":{"content":[`,
      );
    case "early-end":
      response.setHeader("content-type", "text/event-stream");
      return end(
        response,
        200,
        ': the answer will not come\n\ndata: {"jsonrpc":"2.0","method":"notif',
      );
    case "never":
      return;
    case "500":
      response.setHeader("content-type", "text/plain");
      return end(response, 500, "The database is on fire");
    case "404":
      response.setHeader("content-type", "text/plain");
      return end(response, 404, "No such page");
    case "unauthorized":
      response.setHeader("www-authenticate", 'Bearer realm="bad", error="invalid_token"');
      return end(response, 401, "Who are you?");
    case "slow":
      return slow(call, response);
    case "late":
      return late(call, response);
    case "scripts":
      return json(response, { jsonrpc: "2.0", id: call.id, result: { content: scriptBlocks() } });
    default:
      return json(response, { jsonrpc: "2.0", id: call.id, result: done("as it should be") });
  }
}

/** Reports progress ten times in two seconds, then responds. */
async function slow(call: Call, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const say = (message: object) =>
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
  const progressToken = call.params?._meta?.progressToken;
  for (let progress = 1; progress <= 10 && !response.destroyed; progress++) {
    await delay(200);
    if (progressToken === undefined) continue;
    const params = { progressToken, progress, total: 10, message: `step ${progress}` };
    say({ method: "notifications/progress", params });
  }
  say({ id: call.id, result: done("at last") });
  response.end();
}

/** Milliseconds after which `late` responds. */
export const lateMs = 300;

/** Responds after {@link lateMs} in an event stream, which it ends later. */
async function late(call: Call, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  await delay(lateMs);
  response.write(
    `data: ${JSON.stringify({ jsonrpc: "2.0", id: call.id, result: done("late") })}\n\n`,
  );
  await delay(lateMs);
  response.end();
}

/** A document that runs its script as HTML, XHTML, XML and SVG. */
const scriptDocument = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>
  localStorage.setItem("script-ran", location.href);
  const channel = new BroadcastChannel("mcp-playground.relay");
  channel.onmessage = ({ data }) => localStorage.setItem("overheard", JSON.stringify(data));
  channel.postMessage({ wanted: location.origin + "/" });
</script><rect width="40" height="20" fill="red"/></svg>`;

/** Media types under which a browser would run the document, in several spellings. */
const scriptTypes = [
  "image/svg+xml",
  "IMAGE/SVG+XML; charset=utf-8",
  "text/html",
  "application/xhtml+xml",
  "text/xml",
  "image/png+xml",
  "image/png, text/html",
  "audio/x+xml",
  "multipart/x-mixed-replace",
  "",
];

/** The document as an image, as audio and as a resource, with each type. */
function scriptBlocks() {
  const data = Buffer.from(scriptDocument).toString("base64");
  return scriptTypes.flatMap((mimeType, index) => [
    { type: "image", data, mimeType },
    { type: "audio", data, mimeType },
    { type: "resource", resource: { uri: `script:${index}`, mimeType, blob: data } },
  ]);
}

const done = (text: string) => ({ content: [{ type: "text", text }] });

async function bodyOf(request: IncomingMessage): Promise<Call> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  try {
    return JSON.parse(text) as Call;
  } catch {
    return {};
  }
}

function json(response: ServerResponse, value: unknown) {
  response.setHeader("content-type", "application/json");
  end(response, 200, JSON.stringify(value));
}

function end(response: ServerResponse, status: number, body?: string) {
  response.writeHead(status).end(body);
}
