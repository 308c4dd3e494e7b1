/** Checks that the official SDK's authorization router works without features of later revisions. */
import { afterEach, expect, test } from "vitest";
import { askMcp, authorizationRequest, getJson, postForm, walk } from "./headless.fixture.ts";
import { type LegacyAuthServer, startLegacyAuth } from "./legacyAuth.ts";

const redirectUri = "http://127.0.0.1:9/callback";
let server: LegacyAuthServer;
afterEach(() => server.close());

async function signIn(decision: "Allow" | "Deny" = "Allow") {
  const { origin } = new URL(server.url);
  const registered = await fetch(`${origin}/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
    }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const { url, verifier } = authorizationRequest(`${origin}/authorize`, {
    client_id,
    redirect_uri: redirectUri,
  });
  const back = await walk(url, redirectUri, decision);
  const answer = await postForm(`${origin}/token`, {
    grant_type: "authorization_code",
    code: back.get("code") ?? "none",
    redirect_uri: redirectUri,
    client_id,
    code_verifier: verifier,
  });
  return { back, answer };
}

test("metadata of the authorization server is at the server's origin", async () => {
  server = await startLegacyAuth();
  const { origin } = new URL(server.url);
  const metadata = await getJson(`${origin}/.well-known/oauth-authorization-server`);
  expect(metadata).toMatchObject({ token_endpoint: `${origin}/token` });
  const missing = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`);
  const refused = await askMcp(server.url);
  expect([missing.status, refused.status, refused.headers.get("www-authenticate")]).toEqual([
    404,
    401,
    expect.not.stringContaining("resource_metadata"),
  ]);
  const { back, answer } = await signIn();
  expect(back.get("iss")).toBe(metadata.issuer);
  const called = await askMcp(server.url, String(answer.json.access_token), "whoami");
  expect(await called.text()).toContain("Client ");
});

test("without any metadata the endpoints are where 2025-03-26 says", async () => {
  server = await startLegacyAuth({ metadata: "none" });
  const { origin } = new URL(server.url);
  const missing = await fetch(`${origin}/.well-known/oauth-authorization-server`);
  expect(missing.status).toBe(404);
  const { answer } = await signIn();
  expect((await askMcp(server.url, String(answer.json.access_token))).status).toBe(200);
});

test("consent can be denied, and an unknown code is refused", async () => {
  server = await startLegacyAuth();
  const { back, answer } = await signIn("Deny");
  expect([back.get("error"), answer.status]).toEqual(["access_denied", 400]);
});
