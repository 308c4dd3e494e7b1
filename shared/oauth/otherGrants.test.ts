/** Ways to a token without a person, ways around missing metadata, and questions that are asked first. */
import { describe, expect, test } from "vitest";
import {
  documentsOf,
  metadataPath,
  resourcePath,
  settle,
  startWorld,
  troubleOf,
  type World,
} from "./scenario.fixture.ts";
import type { AuthorizationSettings } from "./settings.ts";
import type { Question } from "./userPrompts.ts";

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
  const way = { kind: "client-credentials" } as const;
  const announcing = (world: World, ...methods: string[]) =>
    world.reply(metadataPath, {
      json: {
        ...documentsOf(world.origin).server,
        authorization_endpoint: undefined,
        token_endpoint_auth_methods_supported: methods,
      },
    });
  const client = { clientId: "my client", clientSecret: "s3cret:ü" };

  test("with a secret in a header", async () => {
    const world = await startWorld();
    announcing(world, "client_secret_basic", "client_secret_post");
    expect(await settle(world, { settings: { way, client } }).ask()).toMatchObject({
      kind: "answered",
    });
    const [asked] = world.heard.filter(({ url }) => url === "/token");
    const basic = Buffer.from(asked?.headers.authorization?.slice(6) ?? "", "base64").toString();
    expect(basic).toBe("my+client:s3cret%3A%C3%BC");
    expect(world.tokenRequests()[0]?.get("resource")).toBe(world.url);
    expect(world.paths()).not.toContain("/register");
  });

  test("with a secret in the form", async () => {
    const world = await startWorld();
    announcing(world, "client_secret_post");
    await settle(world, { settings: { way, client } }).ask();
    expect(Object.fromEntries(world.tokenRequests()[0] ?? [])).toMatchObject({
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
  ])("with a key whose algorithm nobody named: %s", async (algorithm, parameters) => {
    const world = await startWorld();
    announcing(world, "private_key_jwt");
    const keyed = { clientId: "c", privateKey: { text: await pem(parameters), keyId: "k1" } };
    const dweller = settle(world, { settings: { way, client: keyed } });
    expect(await dweller.ask()).toMatchObject({ kind: "answered" });
    const assertion = world.tokenRequests()[0]?.get("client_assertion") ?? "";
    const [header, payload] = assertion
      .split(".")
      .map((part) => Buffer.from(part, "base64url").toString());
    expect(JSON.parse(header ?? "")).toMatchObject({ alg: algorithm, kid: "k1" });
    expect(JSON.parse(payload ?? "")).toMatchObject({ iss: "c", sub: "c" });
  });

  test.each([
    "not a key",
    "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\n!!!\n-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
    "{broken",
    '{"kty":"EC"}',
    '{"kty":"EC","crv":"P-256","d":"AA","x":"AA","y":"AA"}',
  ])("the key %j is refused in words, and nothing is sent", async (text) => {
    const world = await startWorld();
    announcing(world, "private_key_jwt");
    const keyed = { clientId: "c", privateKey: { text } };
    const { authorization, ask } = settle(world, { settings: { way, client: keyed } });
    await ask();
    expect(troubleOf(authorization)).toMatchObject({ step: "token", code: "unusable-key" });
    expect(world.paths()).not.toContain("/token");
  });

  test("where both sides know no method", async () => {
    const world = await startWorld();
    announcing(world, "tls_client_auth");
    const { authorization, ask } = settle(world, { settings: { way, client } });
    await ask();
    expect(troubleOf(authorization)).toMatchObject({ code: "no-client-authentication" });
  });
});

test("an ID token is exchanged for a grant, and that for a token", async () => {
  const world = await startWorld();
  world.reply("/idp", { json: { access_token: "id-jag", token_type: "N_A", expires_in: 300 } });
  const settings: Partial<AuthorizationSettings> = {
    way: {
      kind: "enterprise",
      idpTokenEndpoint: `${world.origin}/idp`,
      idpClientId: "idp",
      idToken: "id-token",
    },
    client: { clientId: "c" },
    scope: "a",
  };
  expect(await settle(world, { settings }).ask()).toMatchObject({ kind: "answered" });
  const idp = world.heard.find(({ url }) => url === "/idp");
  expect(Object.fromEntries(new URLSearchParams(String(idp?.body)))).toMatchObject({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
    subject_token: "id-token",
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    audience: world.origin,
    resource: world.url,
    scope: "a",
  });
  expect(Object.fromEntries(world.tokenRequests()[0] ?? [])).toMatchObject({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: "id-jag",
  });
});

test("an identity provider's endpoint that must not be used is not", async () => {
  const world = await startWorld();
  const way = {
    kind: "enterprise",
    idpTokenEndpoint: "javascript:1",
    idpClientId: "i",
    idToken: "t",
  } as const;
  const { authorization, ask } = settle(world, { settings: { way, client: { clientId: "c" } } });
  await ask();
  expect(troubleOf(authorization)).toMatchObject({ step: "token", code: "unusable-url" });
});

test("a workload's assertion that is refused is not sent again, and nothing else is tried", async () => {
  const world = await startWorld();
  world.reply("/token", { status: 400, json: { error: "invalid_grant" } });
  const settings = { way: { kind: "workload", assertion: "jwt" } } as const;
  const { authorization, ask } = settle(world, { settings });
  await ask();
  expect(troubleOf(authorization)).toMatchObject({ code: "token-refused" });
  expect(world.tokenRequests()).toHaveLength(1);
  expect(world.tokenRequests()[0]?.has("client_id")).toBe(false);
});

describe("without metadata", () => {
  const bare = async () => {
    const world = await startWorld();
    world.reply(resourcePath, { status: 404, text: "" });
    world.reply(metadataPath, { status: 404, text: "" });
    return world;
  };

  test("the endpoints of 2025-03-26 are used, and no resource parameter", async () => {
    const world = await bare();
    const dweller = settle(world, { more: { revision: () => "2025-03-26" } });
    expect(await dweller.ask()).toMatchObject({ kind: "answered" });
    expect(world.tokenRequests()[0]?.has("resource")).toBe(false);
    const version = world.heard.find(({ url }) => url === metadataPath)?.headers[
      "mcp-protocol-version"
    ];
    expect(version).toBe("2025-03-26");
  });

  test("a redirect from elsewhere is not believed there either", async () => {
    const world = await bare();
    const more = { revision: () => "2025-03-26" };
    const tamper = (parameters: URLSearchParams) => parameters.set("iss", "https://evil.example");
    const { authorization, ask } = settle(world, { more, tamper });
    await ask();
    expect(troubleOf(authorization)).toMatchObject({ code: "response-issuer-mismatch" });
    expect(world.paths()).not.toContain("/token");
  });

  test("later revisions ask for them", async () => {
    const world = await bare();
    const refused = settle(world);
    await refused.ask();
    expect(troubleOf(refused.authorization)).toMatchObject({
      step: "issuer",
      code: "no-server-metadata",
    });
    expect(world.paths()).not.toContain("/register");

    const endpoints = {
      authorizationEndpoint: `${world.origin}/authorize`,
      tokenEndpoint: `${world.origin}/token`,
    };
    const agent = {
      enterEndpoints: async () => endpoints,
      enterClient: async () => ({ clientId: "c" }),
    };
    expect(await settle(world, { agent }).ask()).toMatchObject({ kind: "answered" });
  });

  test("endpoints that must not be used are not, whoever entered them", async () => {
    const world = await bare();
    const endpoints = {
      authorizationEndpoint: "javascript:alert(1)",
      tokenEndpoint: `${world.origin}/token`,
    };
    const { authorization, ask } = settle(world, { settings: { endpoints } });
    await ask();
    expect(troubleOf(authorization)).toMatchObject({ step: "issuer", code: "unusable-url" });
  });
});

describe("questions", () => {
  test("several authorization servers are the person's to choose from", async () => {
    const world = await startWorld();
    const others = ["https://one.example", world.origin];
    world.reply(resourcePath, { json: { resource: world.url, authorization_servers: others } });
    const undecided = settle(world);
    await undecided.ask();
    expect(troubleOf(undecided.authorization)).toMatchObject({ code: "no-issuer-chosen" });
    const asked: string[][] = [];
    const chooseIssuer = async (issuers: readonly string[]) => {
      asked.push([...issuers]);
      return world.origin;
    };
    expect(await settle(world, { agent: { chooseIssuer } }).ask()).toMatchObject({
      kind: "answered",
    });
    expect(asked).toEqual([others]);
  });

  test("an authorization server without PKCE is used where a person agrees", async () => {
    const world = await startWorld();
    const json = {
      ...documentsOf(world.origin).server,
      code_challenge_methods_supported: undefined,
    };
    world.reply(metadataPath, { json });
    const asked: Question[] = [];
    const confirm = async (question: Question) => asked.push(question) > 0;
    expect(await settle(world, { agent: { confirm } }).ask()).toMatchObject({ kind: "answered" });
    expect(asked).toEqual([{ kind: "no-pkce", issuer: world.origin }]);
    expect(world.tokenRequests()[0]?.has("code_verifier")).toBe(true);
  });

  test("a public server that leads to this machine is asked about once, and not followed unasked", async () => {
    const world = await startWorld();
    const outside = "https://mcp.example";
    world.reply(resourcePath, {
      json: { resource: `${outside}/mcp`, authorization_servers: [world.origin] },
    });
    const fromOutside: typeof fetch = (url, init) =>
      fetch(String(url).replace(outside, world.origin), init);
    const asked: Question[] = [];
    const visiting = (isFine: boolean) =>
      settle(
        { url: `${outside}/mcp` },
        {
          more: { fetch: fromOutside },
          agent: { confirm: async (question) => asked.push(question) > 0 && isFine },
        },
      ).authorization;
    expect(await visiting(false).authorize()).toMatchObject({ code: "points-inward" });
    expect(world.paths()).toEqual([resourcePath]);
    expect(await visiting(true).authorize()).toBeUndefined();
    expect(asked.map(({ kind }) => kind)).toEqual(["points-inward", "points-inward"]);
  });
});
