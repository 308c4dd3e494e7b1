/** Invalid metadata fails the flow at the right step, before anything is sent to later endpoints. */
import { expect, test, vi } from "vitest";
import {
  connectionReset,
  expectFailureAt,
  html,
  type InvalidReply,
  type MakeReply,
  oversized,
  redirectElsewhere,
  resource,
  respondWith,
  server,
  serverError,
} from "./invalidReply.fixture.ts";
import {
  createTestClient,
  documentsOf,
  failedStep,
  metadataPath,
  resourcePath,
  startTestServer,
} from "./testServer.fixture.ts";

const list = (...authorization_servers: unknown[]) => resource(() => ({ authorization_servers }));
const javascript = "javascript:alert(document.domain)";

test.each<InvalidReply>([
  ["no resource", resource(() => ({ resource: undefined })), "missing-member", "resource-metadata"],
  ["a number as resource", resource(() => ({ resource: 7 })), "wrong-type", "resource-metadata"],
  [
    "another resource",
    resource(() => ({ resource: "https://evil.example/mcp" })),
    "resource-mismatch",
    "resource-metadata-check",
  ],
  [
    "a sibling path",
    resource((origin) => ({ resource: `${origin}/mcpx` })),
    "resource-mismatch",
    "resource-metadata-check",
  ],
  [
    "no authorization servers",
    resource(() => ({ authorization_servers: undefined })),
    "no-authorization-servers",
    "mcp-discovery",
  ],
  ["an empty list", list(), "no-authorization-servers", "mcp-discovery"],
  ["a list of numbers", list(1), "wrong-type", "resource-metadata"],
  ["a script as issuer", list(javascript), "no-authorization-servers", "mcp-discovery"],
  [
    "plain http on another host",
    list("http://as.example"),
    "no-authorization-servers",
    "mcp-discovery",
  ],
  [
    "an issuer with a query",
    list("https://a.example?b"),
    "no-authorization-servers",
    "mcp-discovery",
  ],
  [
    "scopes as a string",
    resource(() => ({ scopes_supported: "a b" })),
    "wrong-type",
    "resource-metadata",
  ],
])("resource metadata with %s", expectFailureAt("resource", resourcePath));

const endpoint = (member: string, value: string): MakeReply => server(() => ({ [member]: value }));

test.each<InvalidReply>([
  ["HTML", html, "no-server-metadata", "mcp-metadata-discovery"],
  ["a server error", serverError, "no-server-metadata", "mcp-metadata-discovery"],
  ["a redirect", redirectElsewhere, "no-server-metadata", "mcp-metadata-discovery"],
  ["an oversized body", oversized, "no-server-metadata", "mcp-metadata-discovery"],
  ["a broken connection", connectionReset, "no-server-metadata", "mcp-metadata-discovery"],
  ["an array", respondWith([]), "no-server-metadata", "mcp-metadata-discovery"],
  [
    "another issuer",
    server(() => ({ issuer: "https://honest.example" })),
    "issuer-mismatch",
    "server-metadata-check",
  ],
  [
    "an issuer with a trailing slash",
    server((origin) => ({ issuer: `${origin}/` })),
    "issuer-mismatch",
    "server-metadata-check",
  ],
  ["no issuer", server(() => ({ issuer: undefined })), "missing-member", "server-metadata"],
  ["an object as issuer", server(() => ({ issuer: {} })), "wrong-type", "server-metadata"],
  [
    "no token endpoint",
    server(() => ({ token_endpoint: undefined })),
    "missing-member",
    "server-metadata",
  ],
  [
    "no authorization endpoint",
    server(() => ({ authorization_endpoint: undefined })),
    "missing-member",
    "server-metadata",
  ],
  [
    "javascript: as authorization endpoint",
    endpoint("authorization_endpoint", javascript),
    "unusable-url",
    "server-metadata",
  ],
  [
    "data: as token endpoint",
    endpoint("token_endpoint", "data:,x"),
    "unusable-url",
    "server-metadata",
  ],
  [
    "file: as registration endpoint",
    endpoint("registration_endpoint", "file:///etc/passwd"),
    "unusable-url",
    "server-metadata",
  ],
  [
    "plain http as token endpoint",
    endpoint("token_endpoint", "http://as.example/token"),
    "unusable-url",
    "server-metadata",
  ],
  [
    "a password in an endpoint",
    endpoint("token_endpoint", "https://a:b@as.example/token"),
    "unusable-url",
    "server-metadata",
  ],
  [
    "a fragment in an endpoint",
    server((origin) => ({ authorization_endpoint: `${origin}/authorize#x` })),
    "unusable-url",
    "server-metadata",
  ],
  [
    "an endpoint on another host",
    endpoint("token_endpoint", "https://elsewhere.example/token"),
    "other-host-declined",
    "mcp-communication",
  ],
  [
    "no PKCE",
    server(() => ({ code_challenge_methods_supported: undefined })),
    "pkce-not-announced",
    "mcp-pkce",
  ],
  [
    "plain PKCE only",
    server(() => ({ code_challenge_methods_supported: ["plain"] })),
    "pkce-not-announced",
    "mcp-pkce",
  ],
  [
    "implicit only",
    server(() => ({ response_types_supported: ["token"] })),
    "not-supported",
    "server-metadata",
  ],
  [
    "a string where iss is announced",
    server(() => ({ authorization_response_iss_parameter_supported: "true" })),
    "wrong-type",
    "server-metadata",
  ],
])("server metadata with %s", expectFailureAt("issuer", metadataPath));

test.each<readonly [string, MakeReply]>([
  ["HTML", html],
  ["a server error", serverError],
  ["a redirect", redirectElsewhere],
  ["an array", respondWith([])],
  ["null", respondWith(null)],
  ["an oversized body", oversized],
])("%s instead of resource metadata: the server's own origin is tried", async (_name, reply) => {
  const testServer = await startTestServer();
  testServer.reply(resourcePath, reply(testServer.origin));
  const { authorization, sendRequest } = createTestClient(testServer);
  expect(await sendRequest()).toMatchObject({ kind: "answered" });
  const [first] = authorization.flow.get().steps;
  expect(first?.problems.map(({ code }) => code)).toContain("no-resource-metadata");
});

test("a metadata document named by the challenge that cannot be fetched fails the flow; resending continues it", async () => {
  const testServer = await startTestServer();
  let isCut = true;
  testServer.reply(resourcePath, (response) =>
    isCut
      ? response.destroy()
      : response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify(documentsOf(testServer.origin).resource)),
  );
  const { authorization, sendRequest } = createTestClient(testServer);
  await sendRequest();
  expect(failedStep(authorization)).toMatchObject({
    step: "resource",
    code: "unreachable",
    evidence: { purpose: "resource-metadata" },
  });
  expect(testServer.paths()).toEqual(["/mcp", resourcePath]);

  isCut = false;
  const [exchange] = authorization.flow.get().steps[0]?.exchanges ?? [];
  if (!exchange) throw new Error("The step has no exchange");
  await authorization.resend(exchange.id, exchange.request);
  authorization.runThrough();
  await vi.waitFor(() => expect(authorization.flow.get().state).toBe("done"));
});

test("a metadata document that cannot be fetched does not matter if endpoints were entered", async () => {
  const testServer = await startTestServer();
  testServer.reply(resourcePath, connectionReset(testServer.origin));
  const { server } = documentsOf(testServer.origin);
  const endpoints = {
    issuer: testServer.origin,
    authorizationEndpoint: server.authorization_endpoint,
    tokenEndpoint: server.token_endpoint,
    registrationEndpoint: server.registration_endpoint,
  };
  const { sendRequest } = createTestClient(testServer, { settings: { endpoints } });
  expect(await sendRequest()).toMatchObject({ kind: "answered" });
});

test.each([
  [`Bearer resource_metadata="${javascript}"`, "unusable-url"],
  [`Bearer resource_metadata="http://as.example/meta"`, "unusable-url"],
  [`Bearer resource_metadata="https://other.example/meta"`, "other-host-declined"],
])("a challenge %s is not followed", async (challenge, code) => {
  const testServer = await startTestServer();
  testServer.reply("/mcp", { status: 401, headers: { "www-authenticate": challenge }, text: "" });
  const { authorization, sendRequest } = createTestClient(testServer);
  await sendRequest();
  expect(failedStep(authorization)).toMatchObject({ step: "resource", code });
  expect(testServer.paths()).toEqual(["/mcp"]);
});
