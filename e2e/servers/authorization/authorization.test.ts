/** Checks that the real authorization servers of the journeys behave as documented. */
import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, describe, expect, test } from "vitest";
import { askMcp, authorizationRequest, getJson, postForm, walk } from "./headless.fixture.ts";
import { type OidcProviderOptions, startOidcProvider } from "./oidcProvider.ts";
import { type ProtectedServerOptions, startProtectedServer } from "./protectedServer.ts";

const redirectUri = "http://127.0.0.1:9/callback";
const documentUrl = "https://client.example/oauth-client.json";

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start(
  options: OidcProviderOptions = {},
  more: Partial<ProtectedServerOptions> = {},
) {
  const provider = await startOidcProvider(options);
  const server = await startProtectedServer({ authorizationServers: [provider], ...more });
  running.push(provider, server);
  const { issuer } = provider;
  const endpoints = (await getJson(`${issuer}/.well-known/openid-configuration`)) as Record<
    string,
    string
  >;
  return { provider, server, endpoints };
}

type Started = Awaited<ReturnType<typeof start>>;

async function register({ endpoints }: Started) {
  const response = await fetch(endpoints.registration_endpoint ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "A client",
      application_type: "native",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { client_id: string }).client_id;
}

async function signIn(
  { server, endpoints }: Started,
  clientId: string,
  { scope = "mcp:read", ...secrets }: Record<string, string> = {},
) {
  const { url, verifier, state } = authorizationRequest(endpoints.authorization_endpoint ?? "", {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    resource: server.url,
  });
  const back = await walk(url, redirectUri);
  expect(back.get("error_description")).toBeNull();
  expect(back.get("state")).toBe(state);
  const answer = await postForm(endpoints.token_endpoint ?? "", {
    grant_type: "authorization_code",
    code: back.get("code") ?? "",
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
    resource: server.url,
    ...secrets,
  });
  expect(answer).toMatchObject({ status: 200 });
  return { back, tokens: answer.json as Record<string, string> };
}

describe("oidc-provider and a server that it protects", () => {
  test("a client registers, signs in and gets access", async () => {
    const started = await start();
    const { provider, server } = started;
    const refused = await askMcp(server.url);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringMatching(/^Bearer scope="mcp:read", resource_metadata="http/),
    ]);
    const { back, tokens } = await signIn(started, await register(started));
    expect(back.get("iss")).toBe(provider.issuer);
    const answer = await askMcp(server.url, tokens.access_token, "whoami");
    expect(await answer.text()).toContain("with mcp:read");
    expect(provider.grants().map(({ type, error }) => [type, error])).toEqual([
      ["authorization_code", undefined],
    ]);
    expect(provider.secrets()).toEqual([back.get("code"), tokens.refresh_token]);
  });

  test("a tool requires more scopes than the token has", async () => {
    const started = await start();
    const clientId = await register(started);
    const { tokens } = await signIn(started, clientId);
    const refused = await askMcp(started.server.url, tokens.access_token, "reset");
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope", scope="mcp:admin"'),
    ]);
    const more = await signIn(started, clientId, { scope: "mcp:read mcp:admin" });
    const answer = await askMcp(started.server.url, more.tokens.access_token, "reset");
    expect(await answer.text()).toContain("Everything is reset");
  });

  test("tokens expire within seconds, refresh tokens are good for one use", async () => {
    const started = await start({ accessTokenSeconds: 1 });
    const { provider, server, endpoints } = started;
    const clientId = await register(started);
    const { tokens } = await signIn(started, clientId);
    await expect.poll(async () => (await askMcp(server.url, tokens.access_token)).status).toBe(401);
    const refresh = () =>
      postForm(endpoints.token_endpoint ?? "", {
        grant_type: "refresh_token",
        refresh_token: tokens.refresh_token ?? "",
        client_id: clientId,
        resource: server.url,
      });
    const first = await refresh();
    expect(first.json.refresh_token).not.toBe(tokens.refresh_token);
    expect((await askMcp(server.url, String(first.json.access_token))).status).toBe(200);
    expect(await refresh()).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    expect(provider.grants().at(-1)).toEqual({
      type: "refresh_token",
      clientId,
      error: "invalid_grant",
    });
  });

  test("a refresh token can be revoked", async () => {
    const started = await start();
    const clientId = await register(started);
    const { tokens } = await signIn(started, clientId);
    const { status } = await postForm(started.endpoints.revocation_endpoint ?? "", {
      token: tokens.refresh_token ?? "",
      client_id: clientId,
    });
    expect([status, started.provider.revocations()]).toEqual([200, 1]);
  });

  test("a client metadata document replaces a registration", async () => {
    const document = {
      client_id: documentUrl,
      client_name: "A hosted client",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
    };
    const started = await start({
      registration: false,
      metadataDocuments: { [documentUrl]: document },
    });
    expect(started.endpoints).toMatchObject({ client_id_metadata_document_supported: true });
    expect(started.endpoints.registration_endpoint).toBeUndefined();
    const { tokens } = await signIn(started, documentUrl);
    const answer = await askMcp(started.server.url, tokens.access_token, "whoami");
    expect(await answer.text()).toContain(documentUrl);
  });

  test("a preregistered client authenticates with its secret", async () => {
    const started = await start({
      clients: [
        {
          client_id: "known",
          client_secret: "a secret of some length",
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: "client_secret_post",
        },
      ],
    });
    await signIn(started, "known", { client_secret: "a secret of some length" });
  });

  test("an issuer with a path has its metadata where RFC 8414 puts it", async () => {
    const started = await start({ path: "/tenant" });
    const { origin } = new URL(started.provider.issuer);
    const metadata = await getJson(`${origin}/.well-known/oauth-authorization-server/tenant`);
    expect(metadata).toMatchObject({
      issuer: `${origin}/tenant`,
      token_endpoint: `${origin}/tenant/token`,
    });
    await signIn(started, await register(started));
  });

  test.each([
    ["all", "*", "*"],
    ["as-shipped", "*", null],
    ["none", null, null],
  ] as const)("pages may read %s: metadata %s, registration %s", async (cors, ...allowed) => {
    const { provider, endpoints } = await start({ cors });
    const responses = [
      await fetch(`${provider.issuer}/.well-known/openid-configuration`),
      await fetch(endpoints.registration_endpoint ?? "", { method: "POST" }),
    ];
    const headers = responses.map(({ headers }) => headers.get("access-control-allow-origin"));
    expect(headers).toEqual(allowed);
  });

  test("consent can be denied", async () => {
    const started = await start();
    const { url } = authorizationRequest(started.endpoints.authorization_endpoint ?? "", {
      client_id: await register(started),
      redirect_uri: redirectUri,
      scope: "mcp:read",
      resource: started.server.url,
    });
    const back = await walk(url, redirectUri, "Deny");
    expect(back.get("error")).toBe("access_denied");
  });

  test("a token can be bound to a key, by a proof that carries a nonce", async () => {
    const started = await start({
      dpopNonce: true,
      clients: [
        {
          client_id: "machine",
          client_secret: "a secret of some length",
          grant_types: ["client_credentials"],
          redirect_uris: [],
          response_types: [],
          token_endpoint_auth_method: "client_secret_post",
        },
      ],
    });
    const { server, endpoints } = started;
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const jwk = await exportJWK(publicKey);
    const prove = (htm: string, htu: string, more: Record<string, string> = {}) =>
      new SignJWT({ htm, htu, jti: randomUUID(), ...more })
        .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
        .setIssuedAt()
        .sign(privateKey);
    const endpoint = endpoints.token_endpoint ?? "";
    const ask = async (more: Record<string, string>) =>
      fetch(endpoint, {
        method: "POST",
        headers: { dpop: await prove("POST", endpoint, more) },
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: "machine",
          client_secret: "a secret of some length",
          resource: server.url,
          scope: "mcp:read",
        }),
      });
    const first = await ask({});
    const nonce = first.headers.get("dpop-nonce") ?? "";
    expect(await first.json()).toMatchObject({ error: "use_dpop_nonce" });
    const { access_token, token_type } = (await (await ask({ nonce })).json()) as Record<
      string,
      string
    >;
    expect(token_type).toBe("DPoP");
    const call = async (scheme: string, proof: Record<string, string>) => {
      const response = await fetch(server.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `${scheme} ${access_token}`,
          dpop: await prove("POST", server.url, proof),
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      });
      return response.status;
    };
    const ath = createHash("sha256")
      .update(access_token ?? "")
      .digest("base64url");
    expect([await call("DPoP", { ath }), await call("DPoP", {}), await call("Bearer", {})]).toEqual(
      [200, 401, 401],
    );
  });

  test("a token for another resource is refused", async () => {
    const started = await start();
    const other = await startProtectedServer({ authorizationServers: [started.provider] });
    running.push(other);
    const { tokens } = await signIn(started, await register(started));
    expect((await askMcp(other.url, tokens.access_token)).status).toBe(401);
  });
});
