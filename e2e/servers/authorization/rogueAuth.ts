/** An MCP server with its own authorization server; the path selects how they attack the client. */
import { setTimeout as delay } from "node:timers/promises";
import { serveHandler } from "../serveHandler.ts";

/** The attack; `nothing` shows that the server works otherwise. */
export type Fault =
  | "nothing"
  /** The redirect contains another issuer (RFC 9207). */
  | "foreign-iss"
  /** The redirect contains no issuer, although the metadata promises one. */
  | "missing-iss"
  /** The redirect contains another state than the request. */
  | "foreign-state"
  /** The authorization endpoint is a `javascript:` URL. */
  | "javascript-endpoint"
  /** The authorization server metadata contains another issuer. */
  | "foreign-metadata"
  /** The protected resource metadata contains another resource. */
  | "foreign-resource"
  /** The authorization server metadata is 64 MiB long. */
  | "huge-metadata"
  /** The authorization server metadata never arrives. */
  | "slow-metadata"
  /** The authorization server metadata arrives byte by byte and never completes. */
  | "trickling-metadata"
  /** The protected resource metadata names an authorization server on loopback. */
  | "points-inward"
  /** The token response is an HTML page. */
  | "html-token"
  /** It refuses every token. */
  | "never-content";

export interface RogueAuth {
  /** @param host another name under which it is reached, without scheme and port */
  url(fault: Fault, host?: string): string;
  /** The requests below a fault's path, such as `POST /token`, in order. */
  requests(fault: Fault): readonly string[];
  close(): Promise<void>;
}

/** The token that it issues. */
export const rogueToken = "rogue-access-token";

/** Starts it. It redirects the browser without asking the user. */
export async function startRogueAuth(): Promise<RogueAuth> {
  const requests = new Map<string, string[]>();
  const server = await serveHandler(async (request) => {
    const { origin, pathname } = new URL(request.url);
    const parts = /^(?:\/\.well-known\/([a-z-]+))?\/([a-z-]+)(\/\w+)?$/.exec(pathname);
    if (!parts) return new Response("Nothing here", { status: 404 });
    const [, document, fault = "", path = ""] = parts;
    const what = `${request.method} ${document ?? path}`;
    requests.set(fault, [...(requests.get(fault) ?? []), what]);
    return respond(fault as Fault, document ?? path, request, `${origin}/${fault}`);
  });
  const { port } = new URL(server.url);
  return {
    url: (fault, host = "127.0.0.1") => `http://${host}:${port}/${fault}/mcp`,
    requests: (fault) => requests.get(fault) ?? [],
    close: server.close,
  };
}

async function respond(
  fault: Fault,
  what: string,
  request: Request,
  base: string,
): Promise<Response> {
  const { origin, port } = new URL(base);
  switch (what) {
    case "/mcp": {
      const isWelcome = request.headers.get("authorization") === `Bearer ${rogueToken}`;
      return isWelcome && fault !== "never-content" ? greet(request) : refuse(base);
    }
    case "oauth-protected-resource":
      return Response.json({
        resource: fault === "foreign-resource" ? "https://other.example/mcp" : `${base}/mcp`,
        authorization_servers: [
          fault === "points-inward" ? `http://127.0.0.1:${port}/${fault}` : base,
        ],
      });
    case "oauth-authorization-server":
      if (fault === "slow-metadata") await delay(120_000, undefined, { signal: request.signal });
      if (fault === "huge-metadata") return new Response(endless(), { headers: json });
      if (fault === "trickling-metadata") {
        const text = JSON.stringify(metadata(fault, base));
        return new Response(trickle(text, request.signal), { headers: json });
      }
      return Response.json(metadata(fault, base));
    case "/register": {
      const asked = (await request.json()) as object;
      return Response.json({ ...asked, client_id: "anybody" }, { status: 201 });
    }
    case "/authorize":
      return Response.redirect(redirect(fault, new URL(request.url).searchParams, base), 302);
    case "/token":
      if (fault === "html-token") {
        return new Response("<h1>Maintenance</h1>", { headers: { "content-type": "text/html" } });
      }
      return Response.json({ access_token: rogueToken, token_type: "Bearer", expires_in: 600 });
    default:
      return new Response(`Nothing here at ${origin}`, { status: 404 });
  }
}

const json = { "content-type": "application/json" };

function metadata(fault: Fault, base: string) {
  return {
    issuer: fault === "foreign-metadata" ? "https://other.example" : base,
    authorization_endpoint:
      fault === "javascript-endpoint"
        ? "javascript:document.title='harmed'//"
        : `${base}/authorize`,
    token_endpoint: `${base}/token`,
    registration_endpoint: `${base}/register`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  };
}

function redirect(fault: Fault, asked: URLSearchParams, base: string): string {
  const target = new URL(asked.get("redirect_uri") ?? "");
  target.searchParams.set("code", "rogue-code");
  const state = fault === "foreign-state" ? "another" : asked.get("state");
  if (state !== null) target.searchParams.set("state", state);
  const issuer = fault === "foreign-iss" ? "https://other.example" : base;
  if (fault !== "missing-iss") target.searchParams.set("iss", issuer);
  return target.href;
}

function refuse(base: string): Response {
  const { origin, pathname } = new URL(base);
  const document = `${origin}/.well-known/oauth-protected-resource${pathname}/mcp`;
  return new Response("No", {
    status: 401,
    headers: { "www-authenticate": `Bearer resource_metadata="${document}"` },
  });
}

/** As much of the protocol as a client needs to connect. */
async function greet(request: Request): Promise<Response> {
  if (request.method !== "POST") return new Response(null, { status: 405 });
  const { id, method } = (await request.json()) as { id?: unknown; method?: string };
  if (id === undefined) return new Response(null, { status: 202 });
  const serverInfo = { name: "rogue-server", version: "1.0.0" };
  const results: Record<string, object> = {
    initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo },
    "tools/list": { tools: [] },
  };
  const result = results[method ?? ""];
  const error = { code: -32601, message: "Method not found" };
  return Response.json({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) });
}

/** Valid JSON at the start, 64 MiB in total. */
function endless(): ReadableStream<Uint8Array> {
  const block = new Uint8Array(64 * 1024).fill(0x20);
  let left = 1024;
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
    pull(controller) {
      if (left-- > 0) controller.enqueue(block);
      else controller.close();
    },
  });
}

/** Sends all of a text except its last byte, one byte at a time. */
function trickle(text: string, signal: AbortSignal): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      await delay(sent < 8 ? 1 : 1000, undefined, { signal });
      controller.enqueue(bytes.subarray(sent, ++sent));
    },
  });
}
