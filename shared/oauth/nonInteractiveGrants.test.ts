/** Grant types without a redirect, servers without metadata, and confirmations. */
import { describe, expect, test } from "vitest";
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
import type { AuthorizationQuestion } from "./userPrompts.ts";

const pem = async (algorithm: EcKeyGenParams | Algorithm | RsaHashedKeyGenParams) => {
  const pair = (await crypto.subtle.generateKey(algorithm, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const der = await crypto.subtle.exportKey("pkcs8", pair.privateKey);
  const lines = Buffer.from(der).toString("base64").replaceAll(/.{64}/g, "$&\n");
  return `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`;
};

describe("client credentials", () => {
  const grantType = { kind: "client-credentials" } as const;
  const announcing = (testServer: TestServer, ...methods: string[]) =>
    testServer.reply(metadataPath, {
      json: {
        ...documentsOf(testServer.origin).server,
        authorization_endpoint: undefined,
        token_endpoint_auth_methods_supported: methods,
      },
    });
  const client = { clientId: "my client", clientSecret: "s3cret:ü" };

  test("with a secret in a header", async () => {
    const testServer = await startTestServer();
    announcing(testServer, "client_secret_basic", "client_secret_post");
    expect(
      await createTestClient(testServer, { settings: { grantType, client } }).sendRequest(),
    ).toMatchObject({
      kind: "answered",
    });
    const [asked] = testServer.requests.filter(({ url }) => url === "/token");
    const basic = Buffer.from(asked?.headers.authorization?.slice(6) ?? "", "base64").toString();
    expect(basic).toBe("my+client:s3cret%3A%C3%BC");
    expect(testServer.tokenRequests()[0]?.get("resource")).toBe(testServer.url);
    expect(testServer.paths()).not.toContain("/register");
  });

  test("with a secret in the form", async () => {
    const testServer = await startTestServer();
    announcing(testServer, "client_secret_post");
    await createTestClient(testServer, { settings: { grantType, client } }).sendRequest();
    expect(Object.fromEntries(testServer.tokenRequests()[0] ?? [])).toMatchObject({
      client_id: "my client",
      client_secret: "s3cret:ü",
    });
  });

  test.each([
    ["ES256", { name: "ECDSA", namedCurve: "P-256" }],
    ["Ed25519", { name: "Ed25519" }],
    [
      "RS256",
      {
        name: "RSASSA-PKCS1-v1_5",
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: "SHA-256",
      },
    ],
  ])("with a key without an algorithm: %s", async (algorithm, parameters) => {
    const testServer = await startTestServer();
    announcing(testServer, "private_key_jwt");
    const keyed = { clientId: "c", privateKey: { text: await pem(parameters), keyId: "k1" } };
    const testClient = createTestClient(testServer, { settings: { grantType, client: keyed } });
    expect(await testClient.sendRequest()).toMatchObject({ kind: "answered" });
    const assertion = testServer.tokenRequests()[0]?.get("client_assertion") ?? "";
    const [header, payload] = assertion
      .split(".")
      .map((part) => Buffer.from(part, "base64url").toString());
    expect(JSON.parse(header ?? "")).toMatchObject({ alg: algorithm, kid: "k1" });
    expect(JSON.parse(payload ?? "")).toMatchObject({ iss: "c", sub: "c" });
  });

  test.each([
    ["not a key", { why: "not-pem-or-jwk" }],
    [
      "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----",
      { why: "other-pem", found: "RSA PRIVATE KEY" },
    ],
    ["-----BEGIN PRIVATE KEY-----\n!!!\n-----END PRIVATE KEY-----", { why: "pem-not-base64" }],
    ["-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", { why: "other-algorithm" }],
    ["{broken", { why: "jwk-not-json" }],
    ['{"kty":"EC"}', { why: "jwk-not-private" }],
    [
      '{"kty":"EC","crv":"P-256","d":"AA","x":"AA","y":"AA"}',
      { why: "other-algorithm", algorithm: "ES256" },
    ],
    ['{"kty":"EC","d":"AA","alg":"HS1"}', { why: "algorithm-not-supported", algorithm: "HS1" }],
  ])("the key %j is refused, and no token request is sent", async (text, evidence) => {
    const testServer = await startTestServer();
    announcing(testServer, "private_key_jwt");
    const keyed = { clientId: "c", privateKey: { text } };
    const { authorization, sendRequest } = createTestClient(testServer, {
      settings: { grantType, client: keyed },
    });
    await sendRequest();
    expect(failedStep(authorization)).toMatchObject({
      step: "token",
      code: "unusable-key",
      evidence,
    });
    expect(testServer.paths()).not.toContain("/token");
  });

  test("without a common authentication method", async () => {
    const testServer = await startTestServer();
    announcing(testServer, "tls_client_auth");
    const { authorization, sendRequest } = createTestClient(testServer, {
      settings: { grantType, client },
    });
    await sendRequest();
    expect(failedStep(authorization)).toMatchObject({ code: "no-client-authentication" });
  });
});

test("an ID token is exchanged for an ID-JAG, and that for a token", async () => {
  const testServer = await startTestServer();
  testServer.reply("/idp", {
    json: { access_token: "id-jag", token_type: "N_A", expires_in: 300 },
  });
  const settings: Partial<AuthorizationSettings> = {
    grantType: {
      kind: "enterprise",
      idpTokenEndpoint: `${testServer.origin}/idp`,
      idpClientId: "idp",
      idToken: "id-token",
    },
    client: { clientId: "c" },
    scope: "a",
  };
  expect(await createTestClient(testServer, { settings }).sendRequest()).toMatchObject({
    kind: "answered",
  });
  const idp = testServer.requests.find(({ url }) => url === "/idp");
  expect(Object.fromEntries(new URLSearchParams(String(idp?.body)))).toMatchObject({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
    subject_token: "id-token",
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    audience: testServer.origin,
    resource: testServer.url,
    scope: "a",
  });
  expect(Object.fromEntries(testServer.tokenRequests()[0] ?? [])).toMatchObject({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: "id-jag",
  });
});

test("an unusable URL of the identity provider's endpoint is refused", async () => {
  const testServer = await startTestServer();
  const grantType = {
    kind: "enterprise",
    idpTokenEndpoint: "javascript:1",
    idpClientId: "i",
    idToken: "t",
  } as const;
  const { authorization, sendRequest } = createTestClient(testServer, {
    settings: { grantType, client: { clientId: "c" } },
  });
  await sendRequest();
  expect(failedStep(authorization)).toMatchObject({ step: "token", code: "unusable-url" });
});

test("a workload assertion that is refused is not sent again", async () => {
  const testServer = await startTestServer();
  testServer.reply("/token", { status: 400, json: { error: "invalid_grant" } });
  const settings = { grantType: { kind: "workload", assertion: "jwt" } } as const;
  const { authorization, sendRequest } = createTestClient(testServer, { settings });
  await sendRequest();
  expect(failedStep(authorization)).toMatchObject({ code: "token-refused" });
  expect(testServer.tokenRequests()).toHaveLength(1);
  expect(testServer.tokenRequests()[0]?.has("client_id")).toBe(false);
});

describe("without metadata", () => {
  const startWithoutMetadata = async () => {
    const testServer = await startTestServer();
    testServer.reply(resourcePath, { status: 404, text: "" });
    testServer.reply(metadataPath, { status: 404, text: "" });
    return testServer;
  };

  test("the endpoints of 2025-03-26 are used, and no resource parameter", async () => {
    const testServer = await startWithoutMetadata();
    const testClient = createTestClient(testServer, {
      authorizationOptions: { revision: () => "2025-03-26" },
    });
    expect(await testClient.sendRequest()).toMatchObject({ kind: "answered" });
    expect(testServer.tokenRequests()[0]?.has("resource")).toBe(false);
    const version = testServer.requests.find(({ url }) => url === metadataPath)?.headers[
      "mcp-protocol-version"
    ];
    expect(version).toBe("2025-03-26");
  });

  test("a redirect with another issuer is refused there too", async () => {
    const testServer = await startWithoutMetadata();
    const authorizationOptions = { revision: () => "2025-03-26" };
    const tamper = (parameters: URLSearchParams) => parameters.set("iss", "https://evil.example");
    const { authorization, sendRequest } = createTestClient(testServer, {
      authorizationOptions,
      tamper,
    });
    await sendRequest();
    expect(failedStep(authorization)).toMatchObject({ code: "response-issuer-mismatch" });
    expect(testServer.paths()).not.toContain("/token");
  });

  test("later revisions ask the user for endpoints", async () => {
    const testServer = await startWithoutMetadata();
    const refused = createTestClient(testServer);
    await refused.sendRequest();
    expect(failedStep(refused.authorization)).toMatchObject({
      step: "issuer",
      code: "no-server-metadata",
    });
    expect(testServer.paths()).not.toContain("/register");

    const endpoints = {
      authorizationEndpoint: `${testServer.origin}/authorize`,
      tokenEndpoint: `${testServer.origin}/token`,
    };
    const promptHandler = {
      enterEndpoints: async () => endpoints,
      enterClient: async () => ({ clientId: "c" }),
    };
    expect(await createTestClient(testServer, { promptHandler }).sendRequest()).toMatchObject({
      kind: "answered",
    });
  });

  test("unusable endpoints are refused, even if the user entered them", async () => {
    const testServer = await startWithoutMetadata();
    const endpoints = {
      authorizationEndpoint: "javascript:alert(1)",
      tokenEndpoint: `${testServer.origin}/token`,
    };
    const { authorization, sendRequest } = createTestClient(testServer, {
      settings: { endpoints },
    });
    await sendRequest();
    expect(failedStep(authorization)).toMatchObject({ step: "issuer", code: "unusable-url" });
  });
});

describe("confirmations", () => {
  test("the user chooses among several authorization servers", async () => {
    const testServer = await startTestServer();
    const others = ["https://one.example", testServer.origin];
    testServer.reply(resourcePath, {
      json: { resource: testServer.url, authorization_servers: others },
    });
    const undecided = createTestClient(testServer);
    await undecided.sendRequest();
    expect(failedStep(undecided.authorization)).toMatchObject({ code: "no-issuer-chosen" });
    const asked: string[][] = [];
    const chooseIssuer = async (issuers: readonly string[]) => {
      asked.push([...issuers]);
      return testServer.origin;
    };
    expect(
      await createTestClient(testServer, { promptHandler: { chooseIssuer } }).sendRequest(),
    ).toMatchObject({
      kind: "answered",
    });
    expect(asked).toEqual([others]);
  });

  test("an authorization server without PKCE is used after confirmation", async () => {
    const testServer = await startTestServer();
    const json = {
      ...documentsOf(testServer.origin).server,
      code_challenge_methods_supported: undefined,
    };
    testServer.reply(metadataPath, { json });
    const asked: AuthorizationQuestion[] = [];
    const confirm = async (question: AuthorizationQuestion) => asked.push(question) > 0;
    expect(
      await createTestClient(testServer, { promptHandler: { confirm } }).sendRequest(),
    ).toMatchObject({
      kind: "answered",
    });
    expect(asked).toEqual([{ kind: "no-pkce", issuer: testServer.origin }]);
    expect(testServer.tokenRequests()[0]?.has("code_verifier")).toBe(true);
  });

  test("a URL of a public server that leads to this machine needs a confirmation", async () => {
    const testServer = await startTestServer();
    const publicOrigin = "https://mcp.example";
    testServer.reply(resourcePath, {
      json: { resource: `${publicOrigin}/mcp`, authorization_servers: [testServer.origin] },
    });
    const fetchRedirectingHost: typeof fetch = (url, init) =>
      fetch(String(url).replace(publicOrigin, testServer.origin), init);
    const asked: AuthorizationQuestion[] = [];
    const authorizationWith = (isFine: boolean) =>
      createTestClient(
        { url: `${publicOrigin}/mcp` },
        {
          authorizationOptions: { fetch: fetchRedirectingHost },
          promptHandler: { confirm: async (question) => asked.push(question) > 0 && isFine },
        },
      ).authorization;
    expect(await authorizationWith(false).authorize()).toMatchObject({ code: "points-inward" });
    expect(testServer.paths()).toEqual([resourcePath]);
    expect(await authorizationWith(true).authorize()).toBeUndefined();
    expect(asked.map(({ kind }) => kind)).toEqual(["points-inward", "points-inward"]);
  });
});
