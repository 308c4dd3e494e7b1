/** Invalid registrations, redirects and token responses fail the flow with the matching problem. */
import { expect, test } from "vitest";
import { createManualClock } from "../core/manualClock.fixture.ts";
import type { ProblemCode } from "../protocol/failures/authorizationProblem.ts";
import {
  connectionReset,
  expectFailureAt,
  html,
  type InvalidReply,
  redirectElsewhere,
  respondWith,
  server,
  serverError,
} from "./invalidReply.fixture.ts";
import {
  createTestClient,
  documentsOf,
  failedStep,
  metadataPath,
  startTestServer,
} from "./testServer.fixture.ts";

test("no registration endpoint, and no client entered", async () => {
  const check = expectFailureAt("register", metadataPath);
  const reply = server(() => ({ registration_endpoint: undefined }));
  await check("", reply, "no-client", "mcp-registration");
});

test.each<InvalidReply>([
  [
    "a refusal",
    respondWith({ error: "invalid_redirect_uri" }, 400),
    "registration-refused",
    "registration-error",
  ],
  ["HTML", html, "not-json", "registration-response"],
  ["a server error", serverError, "registration-refused", "registration-error"],
  ["no client_id", respondWith({}, 201), "missing-member", "registration-response"],
  [
    "a number as client_id",
    respondWith({ client_id: 5 }, 201),
    "wrong-type",
    "registration-response",
  ],
  [
    "another redirect URI",
    respondWith({ client_id: "c", redirect_uris: ["https://evil.example/cb"] }, 201),
    "registration-changed",
    "registration-response",
  ],
  [
    "an expired secret",
    respondWith({ client_id: "c", client_secret: "s", client_secret_expires_at: 1 }, 201),
    "client-secret-expired",
    "registration-response",
  ],
])("a registration answered with %s", expectFailureAt("register", "/register"));

test("an authorization endpoint that does not redirect", () =>
  expectFailureAt("authorize", "/authorize")("", html, "cancelled", "authorization-response"));

const token = (members: object) =>
  respondWith({ access_token: "t", token_type: "Bearer", ...members });

test.each<InvalidReply>([
  ["HTML", html, "not-json", "token-response"],
  ["a server error", serverError, "http-status", "token-error"],
  ["a redirect", redirectElsewhere, "redirected", "mcp-communication"],
  ["a broken connection", connectionReset, "unreachable", "mcp-communication"],
  ["an array", respondWith([]), "not-an-object", "token-response"],
  ["an empty object", respondWith({}), "missing-member", "token-response"],
  ["null as token", token({ access_token: null }), "wrong-type", "token-response"],
  ["no type", token({ token_type: undefined }), "missing-member", "token-response"],
  ["an unknown type", token({ token_type: "mac" }), "unknown-token-type", "token-response"],
  ["a lifetime of zero", token({ expires_in: 0 }), "token-expired", "token-response"],
  ["a negative lifetime", token({ expires_in: -5 }), "token-expired", "token-response"],
  [
    "a lifetime that is not a number",
    token({ expires_in: "soon" }),
    "wrong-type",
    "token-response",
  ],
  ["a list of scopes", token({ scope: ["a"] }), "wrong-type", "token-response"],
  ["a number as refresh token", token({ refresh_token: 1 }), "wrong-type", "token-response"],
  ["a refusal", respondWith({ error: "invalid_grant" }, 400), "token-refused", "token-error"],
  [
    "a wrong target",
    respondWith({ error: "invalid_target" }, 400),
    "token-refused",
    "resource-indicator",
  ],
  [
    "an error called constructor",
    respondWith({ error: "constructor" }, 400),
    "token-refused",
    "token-error",
  ],
  [
    "a refusal with status 200",
    respondWith({ error: "invalid_grant" }),
    "token-refused",
    "token-error",
  ],
])("a token request answered with %s", expectFailureAt("token", "/token"));

/** Warnings do not end the flow. */
test.each<readonly [string, object, ProblemCode]>([
  ["expires_in as a string", { expires_in: "3600" }, "wrong-type"],
  ["different scopes", { scope: "b" }, "scope-reduced"],
  ["another audience", { access_token: jwt({ aud: "https://other.example" }) }, "token-claim"],
  ["an expired exp claim", { access_token: jwt({ exp: 1 }) }, "token-claim"],
  [
    "an iat claim in the future",
    { access_token: jwt({ iat: Date.now() / 1000 + 3600 }) },
    "clock-skew",
  ],
])("a token response with %s is used with a warning", async (_name, members, code) => {
  const testServer = await startTestServer();
  const json = { access_token: "t", token_type: "Bearer", ...members };
  testServer.accepted.add(json.access_token);
  testServer.reply("/token", { json });
  const { authorization, sendRequest } = createTestClient(testServer, { settings: { scope: "a" } });
  expect(await sendRequest()).toMatchObject({ kind: "answered" });
  const step = authorization.flow.get().steps.find(({ name }) => name === "token");
  const codes = step?.exchanges.flatMap(({ problems }) => problems.map((each) => each.code));
  expect(codes).toContain(code);
});

test.each([1e300, 9_007_199_254_740_991, 5e12])(
  "a lifetime of %d seconds leaves a date that can be stored and shown",
  async (expires_in) => {
    const testServer = await startTestServer();
    testServer.accepted.add("t");
    testServer.reply("/token", { json: { access_token: "t", token_type: "Bearer", expires_in } });
    const { authorization, sendRequest } = createTestClient(testServer);
    expect(await sendRequest()).toMatchObject({ kind: "answered" });
    const at = authorization.grant.get()?.expiresAt ?? Number.NaN;
    expect(new Date(at).getFullYear()).toBeGreaterThan(2030);
    expect(JSON.parse(JSON.stringify({ at }))).toEqual({ at });
  },
);

test("error texts of a redirect are truncated", async () => {
  const testServer = await startTestServer();
  const tamper = (parameters: URLSearchParams) => {
    parameters.set("error", "access_denied");
    for (const name of ["error_description", "error_uri"]) {
      parameters.set(name, `<b>${"x".repeat(100_000)}`);
    }
  };
  const { authorization, sendRequest } = createTestClient(testServer, { tamper });
  await sendRequest();
  const failure = failedStep(authorization);
  expect(failure?.code).toBe("authorization-refused");
  expect(JSON.stringify(failure).length).toBeLessThan(2000);
});

test("parameters in the authorization endpoint's URL override no request parameter", async () => {
  const testServer = await startTestServer();
  testServer.reply(metadataPath, {
    json: {
      ...documentsOf(testServer.origin).server,
      authorization_endpoint:
        `${testServer.origin}/authorize?tenant=a&response_mode=fragment&request=e.y.J&request_uri=urn:x` +
        "&state=fixed&redirect_uri=https://evil.example/&code_challenge=fixed&client_id=evil" +
        "&state=again&redirect_uri=https://evil.example/two",
    },
  });
  const { sendRequest } = createTestClient(testServer);
  expect(await sendRequest()).toMatchObject({ kind: "answered" });
  const asked = testServer.requests.find(({ url }) => url.startsWith("/authorize"));
  const { searchParams } = new URL(asked?.url ?? "", testServer.origin);
  expect(searchParams.get("tenant")).toBe("a");
  for (const name of ["response_mode", "request", "request_uri"]) {
    expect(searchParams.has(name)).toBe(false);
  }
  expect(searchParams.toString()).not.toMatch(/evil|fixed|again/);
  expect(searchParams.getAll("state")).toHaveLength(1);
});

test("secrets that an error description repeats are masked", async () => {
  const testServer = await startTestServer();
  testServer.reply("/token", (response, { body }) => {
    const error_description = `Bad request: ${body}`;
    response.writeHead(400).end(JSON.stringify({ error: "invalid_grant", error_description }));
  });
  const { authorization, sendRequest } = createTestClient(testServer);
  const delivery = await sendRequest();
  const [form] = testServer.tokenRequests();
  const seen = JSON.stringify([delivery, failedStep(authorization)]);
  expect(seen).toContain("Bad request: resource=");
  expect(seen).not.toContain("code-123456");
  expect(seen).not.toContain(form?.get("code_verifier"));
});

test.each(["/register", "/token", metadataPath])(
  "no response from %s within 20 seconds fails the flow",
  async (path) => {
    const testServer = await startTestServer();
    const clock = createManualClock();
    testServer.reply(path, () => {});
    const { authorization } = createTestClient(testServer, { authorizationOptions: { clock } });
    const done = authorization.authorize();
    while (!testServer.paths().includes(path))
      await new Promise((resolve) => setTimeout(resolve, 5));
    clock.advance(20_000);
    const end = await done;
    const { steps } = authorization.flow.get();
    const codes = steps.flatMap(({ exchanges }) => exchanges.flatMap(({ problems }) => problems));
    expect(codes).toContainEqual(expect.objectContaining({ code: "too-slow" }));
    expect(end).toBeDefined();
  },
);

test("a new token that the server refuses is not requested again", async () => {
  const testServer = await startTestServer();
  testServer.reply("/token", { json: { access_token: "other", token_type: "Bearer" } });
  const { authorization, sendRequest } = createTestClient(testServer);
  await sendRequest();
  expect(failedStep(authorization)).toMatchObject({ step: "call", code: "token-not-accepted" });
  expect(testServer.tokenRequests()).toHaveLength(1);
  expect(testServer.paths().filter((path) => path === "/mcp")).toHaveLength(2);
});

test.each<readonly [string, (parameters: URLSearchParams) => void, ProblemCode]>([
  ["no state", (p) => p.delete("state"), "no-state"],
  ["another state", (p) => p.set("state", "x"), "state-mismatch"],
  ["two states", (p) => p.append("state", "x"), "duplicate-parameter"],
  ["two codes", (p) => p.append("code", "x"), "duplicate-parameter"],
  ["no code", (p) => p.delete("code"), "no-code"],
  ["an empty code", (p) => p.set("code", ""), "no-code"],
  ["no iss", (p) => p.delete("iss"), "response-issuer-missing"],
  ["another iss", (p) => p.set("iss", "https://evil.example"), "response-issuer-mismatch"],
  [
    "iss with a trailing slash",
    (p) => p.set("iss", `${p.get("iss")}/`),
    "response-issuer-mismatch",
  ],
  [
    "iss in capitals",
    (p) => p.set("iss", `${p.get("iss")}`.toUpperCase()),
    "response-issuer-mismatch",
  ],
  ["a refusal", (p) => p.set("error", "access_denied"), "authorization-refused"],
])("a redirect with %s gets no token", async (_name, tamper, code) => {
  const testServer = await startTestServer();
  const { authorization, sendRequest } = createTestClient(testServer, { tamper });
  await sendRequest();
  expect(failedStep(authorization)).toMatchObject({ step: "authorize", code });
  expect(testServer.paths()).not.toContain("/token");
});

test("an error from another issuer is not shown", async () => {
  const testServer = await startTestServer();
  const tamper = (parameters: URLSearchParams) => {
    parameters.set("iss", "https://evil.example");
    parameters.set("error", "access_denied");
    parameters.set("error_description", "Call this number");
  };
  const { authorization, sendRequest } = createTestClient(testServer, { tamper });
  await sendRequest();
  const failure = failedStep(authorization);
  expect(failure?.code).toBe("response-issuer-mismatch");
  expect(JSON.stringify(failure)).not.toContain("number");
});

function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part(claims)}.x`;
}
