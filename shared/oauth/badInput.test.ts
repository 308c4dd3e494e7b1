/** Whatever a server says, the flow stops at the right place with a reason, and sends nothing that it should not. */
import { expect, test } from "vitest";
import type { ProblemCode } from "./problem.ts";
import { type SectionName, sections } from "./sections.ts";
import {
  documentsOf,
  metadataPath,
  type Reply,
  resourcePath,
  settle,
  startWorld,
  troubleOf,
} from "./world.fixture.ts";

type Row = readonly [
  name: string,
  path: string,
  reply: (origin: string) => Reply,
  step: string,
  code: ProblemCode,
  section: SectionName,
];

const resource = (change: object) => (origin: string) => ({
  json: { ...documentsOf(origin).resource, ...change },
});
const server = (change: object) => (origin: string) => ({
  json: { ...documentsOf(origin).server, ...change },
});
const without = (member: string) => ({ [member]: undefined });
const html = () => ({ text: "<!doctype html><title>Hello</title>" });
const broken = () => ({ status: 500, text: "Internal Server Error" });
const huge = () => ({ text: `{"a":"${"x".repeat(600_000)}"}` });
const away = () => (response: { writeHead(...head: unknown[]): { end(): void } }) =>
  response.writeHead(302, { location: "http://127.0.0.1:9/elsewhere" }).end();
const cut = () => (response: { destroy(): void }) => response.destroy();

const noResource: readonly Row[] = [
  ["HTML", resourcePath, html],
  ["a server error", resourcePath, broken],
  ["a redirect", resourcePath, away],
  ["an array", resourcePath, () => ({ json: [] })],
  ["null", resourcePath, () => ({ json: null })],
  ["something huge", resourcePath, huge],
  ["a broken connection", resourcePath, cut],
].map(([name, path, reply]) => [
  `resource metadata: ${name}`,
  path as string,
  reply as Row[2],
  "none",
  "no-resource-metadata",
  "mcp-discovery",
]);

const rows: readonly Row[] = [
  [
    "no resource",
    resourcePath,
    resource(without("resource")),
    "resource",
    "missing-member",
    "resource-metadata",
  ],
  [
    "a resource that is a number",
    resourcePath,
    resource({ resource: 7 }),
    "resource",
    "wrong-type",
    "resource-metadata",
  ],
  [
    "another resource",
    resourcePath,
    resource({ resource: "https://evil.example/mcp" }),
    "resource",
    "resource-mismatch",
    "resource-metadata-check",
  ],
  [
    "a path beside it",
    resourcePath,
    (o) => resource({ resource: `${o}/mcpx` })(o),
    "resource",
    "resource-mismatch",
    "resource-metadata-check",
  ],
  [
    "no authorization servers",
    resourcePath,
    resource(without("authorization_servers")),
    "resource",
    "no-authorization-servers",
    "mcp-discovery",
  ],
  [
    "an empty list",
    resourcePath,
    resource({ authorization_servers: [] }),
    "resource",
    "no-authorization-servers",
    "mcp-discovery",
  ],
  [
    "a list that is a string",
    resourcePath,
    (o) => resource({ authorization_servers: o })(o),
    "resource",
    "wrong-type",
    "resource-metadata",
  ],
  [
    "javascript: as issuer",
    resourcePath,
    resource({ authorization_servers: ["javascript:alert(1)"] }),
    "resource",
    "no-authorization-servers",
    "mcp-discovery",
  ],
  [
    "plain http elsewhere",
    resourcePath,
    resource({ authorization_servers: ["http://as.example"] }),
    "resource",
    "no-authorization-servers",
    "mcp-discovery",
  ],
  [
    "scopes as a string",
    resourcePath,
    resource({ scopes_supported: "a b" }),
    "resource",
    "wrong-type",
    "resource-metadata",
  ],

  [
    "server metadata: HTML",
    metadataPath,
    html,
    "issuer",
    "no-server-metadata",
    "mcp-metadata-discovery",
  ],
  [
    "server metadata: a server error",
    metadataPath,
    broken,
    "issuer",
    "no-server-metadata",
    "mcp-metadata-discovery",
  ],
  [
    "server metadata: a redirect",
    metadataPath,
    away,
    "issuer",
    "no-server-metadata",
    "mcp-metadata-discovery",
  ],
  [
    "server metadata: something huge",
    metadataPath,
    huge,
    "issuer",
    "no-server-metadata",
    "mcp-metadata-discovery",
  ],
  [
    "server metadata: a broken connection",
    metadataPath,
    cut,
    "issuer",
    "no-server-metadata",
    "mcp-metadata-discovery",
  ],
  [
    "another issuer",
    metadataPath,
    server({ issuer: "https://honest.example" }),
    "issuer",
    "issuer-mismatch",
    "server-metadata-check",
  ],
  [
    "an issuer with a slash more",
    metadataPath,
    (o) => server({ issuer: `${o}/` })(o),
    "issuer",
    "issuer-mismatch",
    "server-metadata-check",
  ],
  [
    "no issuer",
    metadataPath,
    server(without("issuer")),
    "issuer",
    "missing-member",
    "server-metadata",
  ],
  [
    "an issuer that is an object",
    metadataPath,
    server({ issuer: {} }),
    "issuer",
    "wrong-type",
    "server-metadata",
  ],
  [
    "no token endpoint",
    metadataPath,
    server(without("token_endpoint")),
    "issuer",
    "missing-member",
    "server-metadata",
  ],
  [
    "no authorization endpoint",
    metadataPath,
    server(without("authorization_endpoint")),
    "issuer",
    "missing-member",
    "server-metadata",
  ],
  [
    "javascript: as authorization endpoint",
    metadataPath,
    server({ authorization_endpoint: "javascript:alert(document.domain)" }),
    "issuer",
    "unusable-url",
    "server-metadata",
  ],
  [
    "data: as token endpoint",
    metadataPath,
    server({ token_endpoint: "data:,x" }),
    "issuer",
    "unusable-url",
    "server-metadata",
  ],
  [
    "file: as registration endpoint",
    metadataPath,
    server({ registration_endpoint: "file:///etc/passwd" }),
    "issuer",
    "unusable-url",
    "server-metadata",
  ],
  [
    "plain http as token endpoint",
    metadataPath,
    server({ token_endpoint: "http://as.example/token" }),
    "issuer",
    "unusable-url",
    "server-metadata",
  ],
  [
    "a token endpoint with a password",
    metadataPath,
    server({ token_endpoint: "https://a:b@as.example/token" }),
    "issuer",
    "unusable-url",
    "server-metadata",
  ],
  [
    "an endpoint with a fragment",
    metadataPath,
    (o) => server({ authorization_endpoint: `${o}/authorize#x` })(o),
    "issuer",
    "unusable-url",
    "server-metadata",
  ],
  [
    "an endpoint of another host",
    metadataPath,
    server({ token_endpoint: "https://elsewhere.example/token" }),
    "issuer",
    "other-host-declined",
    "mcp-communication",
  ],
  [
    "no PKCE",
    metadataPath,
    server(without("code_challenge_methods_supported")),
    "issuer",
    "pkce-not-announced",
    "mcp-pkce",
  ],
  [
    "plain PKCE only",
    metadataPath,
    server({ code_challenge_methods_supported: ["plain"] }),
    "issuer",
    "pkce-not-announced",
    "mcp-pkce",
  ],
  [
    "implicit only",
    metadataPath,
    server({ response_types_supported: ["token"] }),
    "issuer",
    "not-supported",
    "server-metadata",
  ],
  [
    "iss support as a string",
    metadataPath,
    server({ authorization_response_iss_parameter_supported: "true" }),
    "issuer",
    "wrong-type",
    "server-metadata",
  ],

  [
    "no registration endpoint",
    metadataPath,
    server(without("registration_endpoint")),
    "register",
    "no-client",
    "mcp-registration",
  ],
  [
    "a refused registration",
    "/register",
    () => ({ status: 400, json: { error: "invalid_redirect_uri" } }),
    "register",
    "registration-refused",
    "registration-error",
  ],
  ["registration: HTML", "/register", html, "register", "not-json", "registration-response"],
  [
    "registration: a server error",
    "/register",
    broken,
    "register",
    "registration-refused",
    "registration-error",
  ],
  [
    "registration without client_id",
    "/register",
    () => ({ status: 201, json: {} }),
    "register",
    "missing-member",
    "registration-response",
  ],
  [
    "registration with a number",
    "/register",
    () => ({ status: 201, json: { client_id: 5 } }),
    "register",
    "wrong-type",
    "registration-response",
  ],
  [
    "another redirect URI registered",
    "/register",
    () => ({ status: 201, json: { client_id: "c", redirect_uris: ["https://evil.example/cb"] } }),
    "register",
    "registration-changed",
    "registration-response",
  ],
  [
    "a secret that has run out",
    "/register",
    () => ({
      status: 201,
      json: { client_id: "c", client_secret: "s", client_secret_expires_at: 1 },
    }),
    "register",
    "client-secret-expired",
    "registration-response",
  ],

  ["no way back", "/authorize", html, "authorize", "cancelled", "authorization-response"],

  ["token: HTML", "/token", html, "token", "not-json", "token-response"],
  ["token: a server error", "/token", broken, "token", "http-status", "token-error"],
  ["token: a redirect", "/token", away, "token", "redirected", "mcp-communication"],
  ["token: a broken connection", "/token", cut, "token", "unreachable", "mcp-communication"],
  ["token: an array", "/token", () => ({ json: [] }), "token", "not-an-object", "token-response"],
  [
    "token: nothing in it",
    "/token",
    () => ({ json: {} }),
    "token",
    "missing-member",
    "token-response",
  ],
  [
    "token: null",
    "/token",
    () => ({ json: { access_token: null, token_type: "Bearer" } }),
    "token",
    "wrong-type",
    "token-response",
  ],
  [
    "token: no type",
    "/token",
    () => ({ json: { access_token: "t" } }),
    "token",
    "missing-member",
    "token-response",
  ],
  [
    "token: an unknown type",
    "/token",
    () => ({ json: { access_token: "t", token_type: "mac" } }),
    "token",
    "unknown-token-type",
    "token-response",
  ],
  [
    "token: over at once",
    "/token",
    () => ({ json: { access_token: "t", token_type: "Bearer", expires_in: 0 } }),
    "token",
    "token-expired",
    "token-response",
  ],
  [
    "token: a time that is none",
    "/token",
    () => ({ json: { access_token: "t", token_type: "Bearer", expires_in: "soon" } }),
    "token",
    "wrong-type",
    "token-response",
  ],
  [
    "token: a refusal",
    "/token",
    () => ({ status: 400, json: { error: "invalid_grant", error_description: "too late" } }),
    "token",
    "token-refused",
    "token-error",
  ],
  [
    "token: a refusal with status 200",
    "/token",
    () => ({ json: { error: "invalid_grant" } }),
    "token",
    "token-refused",
    "token-error",
  ],
  [
    "a token that the server does not take",
    "/token",
    () => ({ json: { access_token: "other", token_type: "Bearer" } }),
    "call",
    "token-not-accepted",
    "bearer-errors",
  ],
];

/** What comes after a step that failed. */
const later: Readonly<Record<string, readonly string[]>> = {
  resource: ["/register", "/authorize", "/token"],
  issuer: ["/register", "/authorize", "/token"],
  register: ["/authorize", "/token"],
  authorize: ["/token"],
  token: [],
  call: [],
};

test.each(rows)("%s", async (_name, path, reply, step, code, section) => {
  const world = await startWorld();
  world.reply(path, reply(world.origin));
  const { authorization, ask } = settle(world);
  const delivery = await ask();
  expect(troubleOf(authorization)).toMatchObject({ step, code, section });
  expect(sections[section].url).toMatch(/^https:/);
  expect(delivery).toMatchObject({
    kind: "failed",
    failure: { code: "not-authorized", problem: { code } },
  });
  for (const unasked of later[step] ?? []) expect(world.paths()).not.toContain(unasked);
  expect(world.paths().filter((each) => each === "/mcp")).toHaveLength(step === "call" ? 2 : 1);
});

test.each(noResource)(
  "%s leads to the metadata at the server's origin",
  async (_n, path, reply, _s, code) => {
    const world = await startWorld();
    world.reply(path, reply(world.origin));
    const { authorization, ask } = settle(world);
    expect(await ask()).toMatchObject({ kind: "answered" });
    const [first] = authorization.flow.get().steps;
    expect(first?.problems.map((problem) => problem.code)).toContain(code);
  },
);

/** Challenges that cannot be followed. */
test.each([
  ['Bearer resource_metadata="javascript:alert(1)"', "unusable-url"],
  ['Bearer resource_metadata="http://as.example/meta"', "unusable-url"],
  ['Bearer resource_metadata="https://other.example/meta"', "other-host-declined"],
])("a challenge %s is not followed", async (challenge, code) => {
  const world = await startWorld();
  world.reply("/mcp", { status: 401, headers: { "www-authenticate": challenge }, text: "" });
  const { authorization, ask } = settle(world);
  await ask();
  expect(troubleOf(authorization)).toMatchObject({ step: "resource", code });
  expect(world.paths()).toEqual(["/mcp"]);
});

/** What comes back over the browser. */
test.each<[string, (parameters: URLSearchParams) => void, ProblemCode]>([
  ["no state", (p) => p.delete("state"), "no-state"],
  ["another state", (p) => p.set("state", "x"), "state-mismatch"],
  ["two states", (p) => p.append("state", "x"), "duplicate-parameter"],
  ["two codes", (p) => p.append("code", "x"), "duplicate-parameter"],
  ["no code", (p) => p.delete("code"), "no-code"],
  ["an empty code", (p) => p.set("code", ""), "no-code"],
  ["no iss", (p) => p.delete("iss"), "response-issuer-missing"],
  ["another iss", (p) => p.set("iss", "https://evil.example"), "response-issuer-mismatch"],
  ["iss with a slash more", (p) => p.set("iss", `${p.get("iss")}/`), "response-issuer-mismatch"],
  [
    "iss in upper case",
    (p) => p.set("iss", `${p.get("iss")}`.toUpperCase()),
    "response-issuer-mismatch",
  ],
  ["a refusal", (p) => p.set("error", "access_denied"), "authorization-refused"],
])("a redirect with %s gets no token", async (_name, tamper, code) => {
  const world = await startWorld();
  const { authorization, ask } = settle(world, { tamper });
  await ask();
  expect(troubleOf(authorization)).toMatchObject({ step: "authorize", code });
  expect(world.paths()).not.toContain("/token");
});

test("an error from another issuer is neither believed nor shown", async () => {
  const world = await startWorld();
  const tamper = (parameters: URLSearchParams) => {
    parameters.set("iss", "https://evil.example");
    parameters.set("error", "access_denied");
    parameters.set("error_description", "Call this number");
  };
  const { authorization, ask } = settle(world, { tamper });
  await ask();
  const trouble = troubleOf(authorization);
  expect(trouble?.code).toBe("response-issuer-mismatch");
  expect(JSON.stringify(trouble)).not.toContain("number");
});
