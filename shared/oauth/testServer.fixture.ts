/** A protected MCP server with its authorization server on one real port, whose replies a test can change, and a client for it. */
import type { ServerResponse } from "node:http";
import {
  createMemoryBindings,
  createMemoryClients,
  createMemoryGrants,
} from "../../e2e/memoryStores.ts";
import { encodeText } from "../core/bytes.ts";
import { systemClock } from "../core/clock.ts";
import { createEventLog, type EventLog } from "../log/eventLog.ts";
import { createRecorder } from "../log/recorder.ts";
import type { HttpOptions } from "../transport/http/httpOptions.ts";
import { type HeardRequest, startScriptedHttp } from "../transport/http/scriptedHttp.fixture.ts";
import { createStreamableHttp } from "../transport/http/streamableHttp.ts";
import type { Delivery, Transport } from "../transport/transport.ts";
import type { Authorization, AuthorizationOptions } from "./authorization.ts";
import type { AuthorizationSettings } from "./authorizationSettings.ts";
import { createAuthorization } from "./createAuthorization.ts";
import type { PromptHandler } from "./userPrompts.ts";

/** The reply at a path; a function may reply late or never. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown }
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly text: string }
  | ((response: ServerResponse, request: HeardRequest) => unknown);

export interface TestServer {
  readonly url: string;
  readonly origin: string;
  readonly requests: readonly HeardRequest[];
  /** The paths of all requests, in order. */
  paths(): string[];
  /** Changes the reply at a path. */
  reply(path: string, reply: Reply): void;
  /** Access tokens that the MCP server accepts. */
  readonly accepted: Set<string>;
  /** The forms posted to the token endpoint. */
  tokenRequests(): URLSearchParams[];
}

export const resourcePath = "/.well-known/oauth-protected-resource/mcp";
export const metadataPath = "/.well-known/oauth-authorization-server";

/** Valid metadata of a test server. */
export function documentsOf(origin: string) {
  return {
    resource: { resource: `${origin}/mcp`, authorization_servers: [origin] },
    server: {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      revocation_endpoint: `${origin}/revoke`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
    },
  };
}

/** Starts a server whose replies are all valid. */
export async function startTestServer(): Promise<TestServer> {
  const replies = new Map<string, Reply>();
  const accepted = new Set<string>();
  let issued = 0;
  const server = await startScriptedHttp(async (response, request) => {
    const { pathname } = new URL(request.url, "http://any");
    const reply = replies.get(pathname);
    if (!reply) return void response.writeHead(404).end();
    if (typeof reply === "function") return reply(response, request);
    const body = "json" in reply ? JSON.stringify(reply.json) : reply.text;
    const type = "json" in reply ? "application/json" : "text/html";
    const headers = { "content-type": type, "cache-control": "no-store", ...reply.headers };
    response.writeHead(reply.status ?? 200, headers).end(body);
  });
  const { origin } = new URL(server.url);
  const documents = documentsOf(origin);
  const all: Record<string, Reply> = {
    "/mcp"(response, { headers, body }) {
      const token = headers.authorization?.replace(/^\S+ /, "") ?? "";
      if (!accepted.has(token)) {
        const challenge = `Bearer resource_metadata="${origin}${resourcePath}"`;
        return response.writeHead(401, { "www-authenticate": challenge }).end();
      }
      const { id } = JSON.parse(String(body)) as { id: number };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
    },
    [resourcePath]: { json: documents.resource },
    [metadataPath]: { json: documents.server },
    "/register": { status: 201, json: { client_id: "client-1" } },
    "/authorize"(response, { url }) {
      const { searchParams } = new URL(url, origin);
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", "code-123456");
      back.searchParams.set("state", searchParams.get("state") ?? "");
      back.searchParams.set("iss", origin);
      response.writeHead(302, { location: back.href }).end();
    },
    "/token"(response) {
      const access_token = `access-token-${++issued}`;
      accepted.add(access_token);
      const json = { access_token, token_type: "Bearer", refresh_token: `refresh-token-${issued}` };
      const headers = { "content-type": "application/json", "cache-control": "no-store" };
      response.writeHead(200, headers).end(JSON.stringify(json));
    },
    "/revoke": { json: {} },
  };
  for (const [path, reply] of Object.entries(all)) replies.set(path, reply);
  return {
    url: server.url,
    origin,
    requests: server.heard,
    accepted,
    paths: () => server.heard.map(({ url }) => new URL(url, origin).pathname),
    reply: (path, reply) => void replies.set(path, reply),
    tokenRequests: () =>
      server.heard
        .filter(({ url }) => url === "/token")
        .map(({ body }) => new URLSearchParams(String(body))),
  };
}

/** A client of a test server. It signs in, sends entered secrets, and declines every other confirmation. */
export interface TestClient {
  readonly authorization: Authorization;
  readonly log: EventLog;
  readonly transport: Transport;
  /** Options for a second transport. */
  readonly transportOptions: Pick<HttpOptions, "fetch" | "clock" | "record" | "newId">;
  /** Posts a request; resolves with its delivery. */
  sendRequest(method?: string): Promise<Delivery>;
}

export interface TestClientOptions {
  readonly settings?: Partial<AuthorizationSettings>;
  readonly promptHandler?: Partial<PromptHandler>;
  readonly authorizationOptions?: Partial<AuthorizationOptions>;
  /** Changes the parameters of the redirect before the engine gets them. */
  readonly tamper?: (parameters: URLSearchParams) => void;
}

export function createTestClient(
  testServer: Pick<TestServer, "url">,
  options: TestClientOptions = {},
): TestClient {
  const log = createEventLog({ now: systemClock.now });
  const record = createRecorder(log, "test");
  const settings: AuthorizationSettings = {
    grantType: { kind: "authorization-code" },
    redirectUri: "http://127.0.0.1:6280/callback",
    clientName: "Test",
    dpop: "auto",
    withoutPkceAnnounced: false,
    ...options.settings,
  };
  const transportOptions = { fetch, clock: systemClock, record, newId: () => crypto.randomUUID() };
  const authorization = createAuthorization({
    ...transportOptions,
    serverUrl: testServer.url,
    revision: () => "2025-11-25",
    wallClock: Date.now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    settings: () => settings,
    clients: createMemoryClients(),
    bindings: createMemoryBindings(),
    grants: createMemoryGrants(),
    promptHandler: {
      async visit({ url }, signal) {
        const { headers } = await fetch(url, { redirect: "manual", signal });
        const location = headers.get("location");
        if (location === null) return undefined;
        const { searchParams } = new URL(location);
        options.tamper?.(searchParams);
        return searchParams;
      },
      chooseIssuer: async () => undefined,
      enterClient: async () => undefined,
      enterEndpoints: async () => undefined,
      // tests about this question answer it themselves
      confirm: async ({ kind }) => kind === "send-secret",
      ...options.promptHandler,
    },
    ...options.authorizationOptions,
  });
  const transport = createStreamableHttp({
    ...transportOptions,
    url: testServer.url,
    headers: [],
    authorizer: authorization,
  });
  let id = 0;
  void transport.open({ frame: () => {}, closed: () => {} });
  return {
    authorization,
    log,
    transport,
    transportOptions,
    async sendRequest(method = "tools/list") {
      const text = JSON.stringify({ jsonrpc: "2.0", id: ++id, method });
      return transport.send(encodeText(text)).delivery;
    },
  };
}

/** The failed step of the latest flow, with its problem. */
export function failedStep({ flow }: Authorization) {
  for (const { name, state } of flow.get().steps) {
    if (state.kind === "failed") return { step: name, ...state.problem };
  }
  return undefined;
}
