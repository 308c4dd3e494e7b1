/** Issuer validation, confirmations, and isolation of clients between issuers. */
import { describe, expect, test } from "vitest";
import { createMemoryClients, createMemoryGrants } from "../../e2e/memoryStores.ts";
import type { StepName } from "./flow/flow.ts";
import {
  createTestClient,
  documentsOf,
  failedStep,
  metadataPath,
  resourcePath,
  startTestServer,
  type TestServer,
} from "./testServer.fixture.ts";
import type { AuthorizationQuestion, PromptHandler } from "./userPrompts.ts";

async function startWithoutMetadata(): Promise<TestServer> {
  const testServer = await startTestServer();
  for (const path of [resourcePath, metadataPath])
    testServer.reply(path, { status: 404, text: "" });
  return testServer;
}

const exchangesOf = ({ authorization }: ReturnType<typeof createTestClient>, name: StepName) =>
  authorization.flow.get().steps.find((step) => step.name === name)?.exchanges ?? [];

async function resendLast(
  testClient: ReturnType<typeof createTestClient>,
  name: StepName,
): Promise<void> {
  const last = exchangesOf(testClient, name).at(-1);
  if (!last) throw new Error("Nothing was sent");
  await testClient.authorization.resend(last.id, last.request);
}

describe("the issuer of the redirect, with entered endpoints", () => {
  const signInWithIssuer = async (issuer: string | undefined, iss: (origin: string) => string) => {
    const testServer = await startWithoutMetadata();
    const endpoints = {
      authorizationEndpoint: `${testServer.origin}/authorize`,
      tokenEndpoint: `${testServer.origin}/token`,
      ...(issuer === undefined ? {} : { issuer }),
    };
    const { authorization, sendRequest } = createTestClient(testServer, {
      settings: { endpoints, client: { clientId: "c" } },
      tamper: (parameters) => parameters.set("iss", iss(testServer.origin)),
    });
    await sendRequest();
    return {
      code: failedStep(authorization)?.code,
      hasAsked: testServer.paths().includes("/token"),
    };
  };
  const tenant = "https://as.example/tenant";
  test.each<readonly [string, string | undefined, (origin: string) => string, boolean]>([
    ["the entered issuer", tenant, () => tenant, true],
    ["the same with a trailing slash", tenant, () => `${tenant}/`, false],
    ["the origin of the endpoints, with another issuer entered", tenant, (at) => at, false],
    ["the origin of the endpoints, with no issuer entered", undefined, (at) => at, true],
    ["a path at that origin, with no issuer entered", undefined, (at) => `${at}/tenant`, true],
    ["another origin", undefined, () => "https://evil.example", false],
    ["no URL", undefined, () => "evil", false],
  ])("%s", async (_name, issuer, iss, isFine) => {
    expect(await signInWithIssuer(issuer, iss)).toEqual({
      code: isFine ? undefined : "response-issuer-mismatch",
      hasAsked: isFine,
    });
  });
});

describe("the default endpoints, with the revision unknown", () => {
  test("need a confirmation, and no request is posted to them before", async () => {
    const testServer = await startWithoutMetadata();
    const asked: AuthorizationQuestion[] = [];
    const authorizationOptions = { revision: () => undefined };
    const confirm = async (question: AuthorizationQuestion) => asked.push(question) < 1;
    const { authorization, sendRequest } = createTestClient(testServer, {
      authorizationOptions,
      promptHandler: { confirm },
    });
    await sendRequest();
    expect(asked).toEqual([{ kind: "default-endpoints", origin: testServer.origin }]);
    expect(failedStep(authorization)).toMatchObject({ step: "issuer", code: "no-server-metadata" });
    expect(
      testServer.requests.filter(({ method }) => method === "POST").map(({ url }) => url),
    ).toEqual(["/mcp"]);
  });

  test("are used after confirmation", async () => {
    const testServer = await startWithoutMetadata();
    const promptHandler = {
      confirm: async ({ kind }: AuthorizationQuestion) => kind === "default-endpoints",
    };
    const authorizationOptions = { revision: () => "auto" };
    expect(
      await createTestClient(testServer, { authorizationOptions, promptHandler }).sendRequest(),
    ).toMatchObject({
      kind: "answered",
    });
  });
});

describe("metadata that is fetched again by resending", () => {
  test("does not bypass a declined confirmation", async () => {
    const testServer = await startTestServer();
    const server = {
      ...documentsOf(testServer.origin).server,
      token_endpoint: "https://b.example/t",
    };
    testServer.reply(metadataPath, { json: server });
    const testClient = createTestClient(testServer);
    await testClient.sendRequest();
    expect(failedStep(testClient.authorization)).toMatchObject({ code: "other-host-declined" });
    await resendLast(testClient, "issuer");
    expect(failedStep(testClient.authorization)).toMatchObject({ code: "other-host-declined" });
    expect(testClient.authorization.flow.get().state).toBe("failed");
    expect(testServer.paths()).not.toContain("/register");
  });

  test("is not used where it was only a preview", async () => {
    const testServer = await startTestServer();
    const resource = {
      ...documentsOf(testServer.origin).resource,
      resource: "https://b.example/mcp",
    };
    testServer.reply(resourcePath, { json: resource });
    const testClient = createTestClient(testServer);
    await testClient.sendRequest();
    expect(exchangesOf(testClient, "issuer")).toHaveLength(1);
    await resendLast(testClient, "issuer");
    expect(testClient.authorization.flow.get().state).toBe("failed");
    expect(testServer.paths()).not.toContain("/register");
  });
});

describe("metadata of a parent path", () => {
  const documentOf = ({ origin }: TestServer) => ({
    resource: origin,
    authorization_servers: [origin],
  });

  test("is not used where the server itself names it: its token would be for other servers as well", async () => {
    const testServer = await startTestServer();
    testServer.reply(resourcePath, { json: documentOf(testServer) });
    const { sendRequest, authorization } = createTestClient(testServer);
    await sendRequest();
    expect(failedStep(authorization)).toMatchObject({
      step: "resource",
      code: "resource-mismatch",
      evidence: { expected: testServer.url, found: testServer.origin },
    });
    expect(testServer.paths()).not.toContain("/authorize");
  });

  test("is used at the well-known URL of the parent path", async () => {
    const testServer = await startTestServer();
    testServer.reply(resourcePath, { status: 404, text: "" });
    const root = "/.well-known/oauth-protected-resource";
    testServer.reply(root, { json: documentOf(testServer) });
    expect(await createTestClient(testServer).sendRequest()).toMatchObject({ kind: "answered" });
    expect(testServer.tokenRequests()[0]?.get("resource")).toBe(testServer.origin);
  });
});

test("a key in the server's URL is sent to no other endpoint", async () => {
  const testServer = await startWithoutMetadata();
  const server = documentsOf(testServer.origin).server;
  testServer.reply(metadataPath, { json: server });
  const testClient = createTestClient({ url: `${testServer.url}?key=s3cret-key` });
  expect(await testClient.sendRequest()).toMatchObject({ kind: "answered" });
  const others = testServer.requests.filter(({ url }) =>
    /^\/(?:authorize|register|token)/.test(url),
  );
  expect(others).toHaveLength(3);
  expect(others.map(({ url, body }) => url + String(body)).join()).not.toContain("s3cret");
  const { steps } = testClient.authorization.flow.get();
  const said = steps.flatMap(({ choices, problems }) => [choices, problems]);
  expect(JSON.stringify(said)).not.toContain("s3cret");
});

describe("clients", () => {
  test("entered with an issuer are not used with another one", async () => {
    const testServer = await startTestServer();
    const client = { clientId: "mine", clientSecret: "s3cret" };
    const settings = { client, issuer: "https://mine.example" };
    const { authorization, sendRequest } = createTestClient(testServer, { settings });
    await sendRequest();
    expect(failedStep(authorization)).toMatchObject({ code: "client-of-other-issuer" });
    expect(testServer.paths()).not.toContain("/authorize");
  });

  test("entered on request and refused are requested again", async () => {
    const testServer = await startTestServer();
    const server = { ...documentsOf(testServer.origin).server, registration_endpoint: undefined };
    testServer.reply(metadataPath, { json: server });
    testServer.reply("/token", { status: 401, json: { error: "invalid_client" } });
    const clients = createMemoryClients();
    let nth = 0;
    const promptHandler = { enterClient: async () => ({ clientId: `c${++nth}` }) };
    const { sendRequest } = createTestClient(testServer, {
      authorizationOptions: { clients },
      promptHandler,
    });
    await sendRequest();
    expect(await clients.read(testServer.origin)).toBeUndefined();
    await sendRequest();
    expect(nth).toBe(2);
  });

  test("are deleted by forget() even without a token", async () => {
    const testServer = await startTestServer();
    const tamper = (parameters: URLSearchParams) => parameters.delete("code");
    const { authorization, sendRequest } = createTestClient(testServer, { tamper });
    await sendRequest();
    expect(await authorization.forget()).toBeUndefined();
    await sendRequest();
    expect(testServer.paths().filter((path) => path === "/register")).toHaveLength(2);
  });

  test("that a renewal finds unknown are registered again before the next sign-in", async () => {
    const testServer = await startTestServer();
    const { sendRequest } = createTestClient(testServer);
    await sendRequest();
    testServer.accepted.clear();
    let nth = 0;
    testServer.reply("/token", (response) => {
      if (nth++ === 0) return response.writeHead(401).end('{"error":"invalid_client"}');
      testServer.accepted.add("anew");
      response.end('{"access_token":"anew","token_type":"Bearer"}');
    });
    expect(await sendRequest()).toMatchObject({ kind: "answered" });
    const last = testServer.paths().filter((path) => /^\/(?:register|authorize|token)$/.test(path));
    expect(last.slice(3)).toEqual(["/token", "/register", "/authorize", "/token"]);
  });
});

test("two tabs that are refused at the same time use the refresh token once", async () => {
  const testServer = await startTestServer();
  const grants = createMemoryGrants();
  const tabs = [0, 1].map(() => createTestClient(testServer, { authorizationOptions: { grants } }));
  for (const { sendRequest } of tabs) await sendRequest();
  testServer.accepted.clear();
  for (const done of await Promise.all(tabs.map(({ sendRequest }) => sendRequest()))) {
    expect(done).toMatchObject({ kind: "answered" });
  }
  const renewals = testServer.tokenRequests().filter((form) => form.has("refresh_token"));
  expect(renewals.map((form) => form.get("refresh_token"))).toEqual(["refresh-token-1"]);
});

test("a resumed flow remembers that the token must be bound", async () => {
  const testServer = await startTestServer();
  const bound = {
    ...documentsOf(testServer.origin).resource,
    dpop_bound_access_tokens_required: true,
  };
  testServer.reply(resourcePath, { json: bound });
  let kept = "";
  const visit: PromptHandler["visit"] = async ({ pending }) => {
    kept = JSON.stringify(pending);
    return undefined;
  };
  await createTestClient(testServer, { promptHandler: { visit } }).sendRequest();
  const pending = JSON.parse(kept);
  const back = { code: "code-123456", state: pending.state, iss: testServer.origin };
  await createTestClient(testServer).authorization.resume(pending, new URLSearchParams(back));
  const asked = testServer.requests.find(({ url }) => url === "/token");
  expect(asked?.headers).toHaveProperty("dpop");
});
