/** An MCP server that is its own authorization server, built with the official SDK's router, as of 2025-03-26. */
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { mcpAuthRouter, requireBearerAuth } from "@modelcontextprotocol/server-legacy/auth";
import express from "express";
import { listen } from "../listen.ts";
import { answer } from "../serveHandler.ts";
import { createLegacyProvider } from "./legacyProvider.ts";

export interface LegacyAuthOptions {
  /**
   * How the authorization server is announced: by metadata of the resource and the server, of the
   * server
   * alone (2025-03-26), or not at all, so that clients fall back to `/authorize`, `/token`,
   * `/register`.
   */
  readonly metadata?: "both" | "server" | "none";
  /** Lifetime of access tokens in seconds; ten minutes by default. */
  readonly accessTokenSeconds?: number;
}

export interface LegacyAuthServer {
  /** Its endpoint. */
  readonly url: string;
  /** How many clients registered themselves. */
  registrations(): number;
  close(): Promise<void>;
}

/** Starts it. Its tool is `whoami`. */
export async function startLegacyAuth(options: LegacyAuthOptions = {}): Promise<LegacyAuthServer> {
  const { metadata = "server", accessTokenSeconds = 600 } = options;
  const server = await listen();
  const url = `${server.origin}/mcp`;
  const provider = createLegacyProvider(accessTokenSeconds);
  const app = express();
  const hidden = { both: [], server: ["oauth-protected-resource"], none: [""] }[metadata];
  for (const part of hidden) {
    app.use(`/.well-known/${part}`, (_, response) => void response.status(404).end());
  }
  app.use(
    mcpAuthRouter({
      provider,
      issuerUrl: new URL(server.origin),
      resourceServerUrl: new URL(url),
      authorizationOptions: { rateLimit: false },
      tokenOptions: { rateLimit: false },
      clientRegistrationOptions: { rateLimit: false },
      revocationOptions: { rateLimit: false },
    }),
  );
  app.post("/consent/:id/:decision", (request, response) => {
    const decision = request.params.decision === "allow" ? "allow" : "deny";
    const target = provider.decide(request.params.id, decision);
    if (target) response.redirect(target.href);
    else response.status(404).send("Nobody asked");
  });

  const handler = createMcpHandler(() => createServer(), { legacy: "stateless" });
  const guard = requireBearerAuth({
    verifier: provider,
    ...(metadata === "both"
      ? { resourceMetadataUrl: `${server.origin}/.well-known/oauth-protected-resource/mcp` }
      : {}),
  });
  app.all("/mcp", openToPages, guard, (request, response) => {
    const { auth } = request;
    answer(
      (asked) => handler.fetch(asked, auth ? { authInfo: auth } : {}),
      request,
      response,
    ).catch(() => response.destroy());
  });
  server.answer(app);
  return {
    url,
    registrations: provider.registrations,
    async close() {
      await handler.close();
      await server.close();
    },
  };
}

/** Makes refusals of the guard readable for pages; accepted requests get these headers later. */
const openToPages: express.RequestHandler = (request, response, next) => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Expose-Headers", "WWW-Authenticate");
  if (request.method !== "OPTIONS") return next();
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, DELETE");
  response.setHeader(
    "Access-Control-Allow-Headers",
    request.headers["access-control-request-headers"] ?? "*",
  );
  response.status(204).end();
};

function createServer(): McpServer {
  const server = new McpServer(
    { name: "legacy-auth-server", version: "1.0.0" },
    { capabilities: { tools: {} } },
  );
  const inputSchema = fromJsonSchema<Record<string, never>>({ type: "object" });
  server.registerTool("whoami", { inputSchema }, async (_, { http }) => ({
    content: [{ type: "text", text: `Client ${http?.authInfo?.clientId}` }],
  }));
  return server;
}
