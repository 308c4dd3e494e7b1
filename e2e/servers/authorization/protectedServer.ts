/** An MCP server that requires an access token of its authorization server. */
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { listen } from "../listen.ts";
import { answer } from "../serveHandler.ts";
import { createTokenCheck, type Refusal } from "./accessToken.ts";

export const readScope = "mcp:read";
export const adminScope = "mcp:admin";

/** What a resource needs to know about an authorization server. */
export interface Issuing {
  readonly issuer: string;
  protect?(resource: string, scopes: readonly string[]): void;
}

export interface ProtectedServerOptions {
  /**
   * The authorization servers whose tokens it accepts; if there are several, the client chooses.
   */
  readonly authorizationServers: readonly Issuing[];
  /** Where its metadata is (RFC 9728); by default below its path, and named in each refusal. */
  readonly metadata?: "named" | "path" | "root" | "none";
  /** The `resource` of the metadata, instead of the server's URL. */
  readonly resource?: string;
  /** More members of the metadata. */
  readonly more?: object;
  /** Its port; a free one by default. */
  readonly port?: number;
  /** Whether the metadata allows other origins; true by default. */
  readonly metadataCors?: boolean;
}

export interface ProtectedServer {
  /** Its endpoint. */
  readonly url: string;
  /** The `Authorization` header of every request, in order; undefined if it was missing. */
  authorizations(): readonly (string | undefined)[];
  /** The number of accepted requests. */
  admitted(): number;
  /** Refuses every token that it has seen, as if it had expired. */
  expireTokens(): void;
  close(): Promise<void>;
}

/**
 * Starts it. Tools: `whoami` for every user with {@link readScope}, `reset` which also requires
 * {@link adminScope}.
 */
export async function startProtectedServer(
  options: ProtectedServerOptions,
): Promise<ProtectedServer> {
  const { authorizationServers, metadata = "named", more = {} } = options;
  const server = await listen(options.port);
  const url = `${server.origin}/mcp`;
  const resource = options.resource ?? url;
  for (const each of authorizationServers) each.protect?.(resource, [readScope, adminScope]);

  const check = createTokenCheck({
    issuers: authorizationServers.map(({ issuer }) => issuer),
    audience: resource,
  });
  const wellKnown = `/.well-known/oauth-protected-resource${metadata === "root" ? "" : "/mcp"}`;
  const document = {
    resource,
    authorization_servers: authorizationServers.map(({ issuer }) => issuer),
    scopes_supported: [readScope, adminScope],
    bearer_methods_supported: ["header"],
    ...more,
  };
  const refuse = ({ status, error, scheme = "Bearer", scope = readScope }: Refusal) => {
    const parts = [
      ...(error === undefined ? [] : [`error="${error}"`]),
      `scope="${scope}"`,
      ...(metadata === "named" ? [`resource_metadata="${server.origin}${wellKnown}"`] : []),
    ];
    return new Response(`Refused: ${error ?? "no token"}`, {
      status,
      headers: { "www-authenticate": `${scheme} ${parts.join(", ")}` },
    });
  };

  const handler = createMcpHandler(() => createServer(), { legacy: "stateless" });
  const authorizations: (string | undefined)[] = [];
  let admitted = 0;
  let expired: ReadonlySet<string> = new Set();
  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (metadata !== "none" && pathname === wellKnown) return Response.json(document);
    if (pathname !== "/mcp") return new Response("Nothing here", { status: 404 });
    authorizations.push(request.headers.get("authorization") ?? undefined);
    const checked = await check(request);
    if (expired.has(request.headers.get("authorization") ?? "")) {
      return refuse({ kind: "refused", status: 401, error: "invalid_token" });
    }
    if (checked.kind === "refused") return refuse(checked);
    const needed = await scopesFor(request);
    if (needed.some((scope) => !checked.scopes.includes(scope))) {
      return refuse({
        kind: "refused",
        status: 403,
        error: "insufficient_scope",
        scope: needed.join(" "),
      });
    }
    admitted++;
    return handler.fetch(request, {
      authInfo: { token: checked.token, clientId: checked.clientId, scopes: checked.scopes },
    });
  };
  server.answer((incoming, outgoing) => {
    if (options.metadataCors === false && incoming.url === wellKnown) {
      outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
      return;
    }
    answer(respond, incoming, outgoing).catch(() => outgoing.destroy());
  });
  return {
    url,
    authorizations: () => authorizations,
    admitted: () => admitted,
    expireTokens() {
      expired = new Set(authorizations.filter((header) => header !== undefined));
    },
    async close() {
      await handler.close();
      await server.close();
    },
  };
}

/**
 * The scope that a request requires: the admin scope for the tool `reset`, the read scope for all
 * others.
 */
async function scopesFor(request: Request): Promise<string[]> {
  if (request.method !== "POST") return [readScope];
  const message = (await request.clone().json()) as { method?: string; params?: { name?: string } };
  const isReset = message.method === "tools/call" && message.params?.name === "reset";
  return isReset ? [adminScope] : [readScope];
}

function createServer(): McpServer {
  const server = new McpServer(
    { name: "protected-server", version: "1.0.0" },
    { capabilities: { tools: {} } },
  );
  const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
  server.registerTool("whoami", { inputSchema: nothing }, async (_, { http }) =>
    text(`Client ${http?.authInfo?.clientId} with ${http?.authInfo?.scopes.join(" ")}`),
  );
  server.registerTool("reset", { inputSchema: nothing }, async () => text("Everything is reset"));
  return server;
}

const nothing = fromJsonSchema<Record<string, never>>({ type: "object" });
