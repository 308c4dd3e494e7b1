/** Entered secrets are sent to an authorization server only after the user has agreed to it. */
import { describe, expect, test } from "vitest";
import { createMemoryBindings } from "../../e2e/memoryStores.ts";
import type { AuthorizationSettings } from "./authorizationSettings.ts";
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

const secret = "s3cret-that-was-entered";
const client = { clientId: "mine", clientSecret: secret };
const all: readonly (readonly [string, string, Partial<AuthorizationSettings>])[] = [
  ["client-secret", "/token", { grantType: { kind: "client-credentials" }, client }],
  ["client-secret", "/token", { client }],
  [
    "client-secret",
    "/token",
    {
      grantType: { kind: "client-credentials" },
      client: { ...client, authMethod: "client_secret_jwt" },
    },
  ],
  ["assertion", "/token", { grantType: { kind: "workload", assertion: secret } }],
  ["initial-access-token", "/register", { initialAccessToken: secret }],
];

/** Everything that a server has received. */
const received = ({ requests }: TestServer) =>
  requests.map(({ headers, body, url }) => JSON.stringify([url, headers, String(body)])).join("\n");

/** A client of a server whose metadata names `other` as its authorization server. */
async function startWithOtherIssuer() {
  const [testServer, other] = [await startTestServer(), await startTestServer()];
  testServer.reply(resourcePath, {
    json: { resource: testServer.url, authorization_servers: [other.origin] },
  });
  return { testServer, other };
}

function answering(isFine: boolean) {
  const asked: AuthorizationQuestion[] = [];
  const confirm: PromptHandler["confirm"] = async (question) => asked.push(question) > 0 && isFine;
  return { asked, promptHandler: { confirm } };
}

describe.each(all)("%s, sent to %s (%j)", (kind, path, settings) => {
  test("is not sent to the authorization server that the server chose, if the user declines", async () => {
    const { testServer, other } = await startWithOtherIssuer();
    const { asked, promptHandler } = answering(false);
    const { sendRequest, authorization } = createTestClient(testServer, {
      settings,
      promptHandler,
    });
    await sendRequest();
    expect(asked).toMatchObject([
      { kind: "send-secret", secret: kind, url: other.origin + path, issuer: other.origin },
    ]);
    expect(failedStep(authorization)).toMatchObject({ step: "register", code: "secret-declined" });
    expect(other.paths()).not.toContain("/token");
    expect(received(other)).not.toContain(secret);
    expect(received(testServer)).not.toContain(secret);
  });

  test("is asked about once for each authorization server, also where that is the server itself", async () => {
    const testServer = await startTestServer();
    const { asked, promptHandler } = answering(true);
    const authorizationOptions = { bindings: createMemoryBindings() };
    for (const _page of ["first", "reloaded"]) {
      const options = { settings, promptHandler, authorizationOptions };
      expect(await createTestClient(testServer, options).sendRequest()).toMatchObject({
        kind: "answered",
      });
    }
    expect(asked).toHaveLength(1);
  });

  test("is bound before it is sent", async () => {
    const testServer = await startTestServer();
    const bindings = createMemoryBindings();
    let boundWhenSent: unknown;
    testServer.reply(path, async (response) => {
      boundWhenSent = await bindings.read(testServer.url);
      response.writeHead(500).end();
    });
    const { promptHandler } = answering(true);
    const options = { settings, promptHandler, authorizationOptions: { bindings } };
    await createTestClient(testServer, options).sendRequest();
    expect(boundWhenSent).toMatchObject([
      { secret: kind, issuer: testServer.origin, origin: testServer.origin },
    ]);
  });

  test("needs no question where the user entered the issuer", async () => {
    const testServer = await startTestServer();
    const { asked, promptHandler } = answering(false);
    const named = { ...settings, issuer: testServer.origin };
    expect(
      await createTestClient(testServer, { settings: named, promptHandler }).sendRequest(),
    ).toMatchObject({ kind: "answered" });
    expect(asked).toEqual([]);
  });
});

test("a client that was bound when a request failed is not sent to another issuer", async () => {
  const { testServer, other } = await startWithOtherIssuer();
  testServer.reply(resourcePath, { json: documentsOf(testServer.origin).resource });
  testServer.reply("/token", { status: 500, json: {} });
  const { sendRequest, authorization } = createTestClient(testServer, { settings: { client } });
  await sendRequest();
  testServer.reply(resourcePath, {
    json: { resource: testServer.url, authorization_servers: [other.origin] },
  });
  await sendRequest();
  expect(failedStep(authorization)).toMatchObject({ code: "client-of-other-issuer" });
  expect(received(other)).not.toContain(secret);

  // forgetting also deletes the binding
  await authorization.forget();
  await sendRequest();
  expect(other.paths()).toContain("/token");
});

test("a sign-in that left the page: its endpoint is not asked about again, another one is", async () => {
  const testServer = await startTestServer();
  const { asked, promptHandler } = answering(true);
  const settings = { client };
  const left = Promise.withResolvers<string>();
  const visit: PromptHandler["visit"] = ({ pending }) => {
    left.resolve(JSON.stringify(pending));
    return new Promise(() => {});
  };
  const before = createTestClient(testServer, {
    settings,
    promptHandler: { ...promptHandler, visit },
  });
  void before.sendRequest();
  const pending = JSON.parse(await left.promise);
  const secretQuestions = () => asked.filter(({ kind }) => kind === "send-secret");
  expect(secretQuestions()).toHaveLength(1);

  // the page is loaded again and has only what the redirect kept
  const { authorization } = createTestClient(testServer, { settings, promptHandler });
  const back = { code: "code-123456", state: pending.state, iss: testServer.origin };
  expect(await authorization.resume(pending, new URLSearchParams(back))).toBeUndefined();
  expect(await authorization.authorize()).toBeUndefined();
  expect(secretQuestions()).toHaveLength(1);

  const url = `${testServer.origin.replace("127.0.0.1", "localhost")}/token`;
  const metadata = { ...documentsOf(testServer.origin).server, token_endpoint: url };
  testServer.reply(metadataPath, { json: metadata });
  await authorization.authorize();
  expect(secretQuestions().slice(1)).toMatchObject([{ secret: "client-secret", url }]);
});

test("a client without a secret needs no question", async () => {
  const testServer = await startTestServer();
  const { asked, promptHandler } = answering(false);
  const settings = { client: { clientId: "public" } };
  expect(
    await createTestClient(testServer, { settings, promptHandler }).sendRequest(),
  ).toMatchObject({ kind: "answered" });
  expect(asked).toEqual([]);
});
