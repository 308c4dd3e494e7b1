/** Checks that the malicious authorization server behaves as its paths say, and is correct otherwise. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { askMcp, authorizationRequest, getJson, postForm, walk } from "./headless.fixture.ts";
import { type Fault, type RogueAuth, rogueToken, startRogueAuth } from "./rogueAuth.ts";

const redirectUri = "http://127.0.0.1:9/callback";
let rogue: RogueAuth;
beforeAll(async () => {
  rogue = await startRogueAuth();
});
afterAll(() => rogue.close());

async function metadataOf(fault: Fault) {
  const refused = await askMcp(rogue.url(fault));
  const [, document = ""] = /"(.+)"/.exec(refused.headers.get("www-authenticate") ?? "") ?? [];
  const resource = await getJson(document);
  const { origin, pathname } = new URL(String((resource.authorization_servers as string[])[0]));
  const server = await getJson(`${origin}/.well-known/oauth-authorization-server${pathname}`);
  return { resource, server };
}

async function comeBack(fault: Fault) {
  const { url, state } = authorizationRequest(rogue.url(fault).replace("/mcp", "/authorize"), {
    client_id: "anybody",
    redirect_uri: redirectUri,
  });
  return { state, back: await walk(url, redirectUri) };
}

test("without a fault it is a correct server", async () => {
  const { resource, server } = await metadataOf("nothing");
  expect(resource.resource).toBe(rogue.url("nothing"));
  const { state, back } = await comeBack("nothing");
  expect([back.get("state"), back.get("iss")]).toEqual([state, server.issuer]);
  const answer = await postForm(String(server.token_endpoint), { code: back.get("code") ?? "" });
  expect(answer.json.access_token).toBe(rogueToken);
  expect((await askMcp(rogue.url("nothing"), rogueToken)).status).toBe(200);
  expect(rogue.requests("nothing")).toEqual([
    "POST /mcp",
    "GET oauth-protected-resource",
    "GET oauth-authorization-server",
    "GET /authorize",
    "POST /token",
    "POST /mcp",
  ]);
});

test("documents contain wrong values", async () => {
  expect((await metadataOf("foreign-resource")).resource.resource).toContain("other.example");
  expect((await metadataOf("foreign-metadata")).server.issuer).toBe("https://other.example");
  const { server } = await metadataOf("javascript-endpoint");
  expect(server.authorization_endpoint).toMatch(/^javascript:/);
});

test("redirects contain wrong values", async () => {
  expect((await comeBack("foreign-iss")).back.get("iss")).toBe("https://other.example");
  expect((await comeBack("missing-iss")).back.get("iss")).toBeNull();
  const { state, back } = await comeBack("foreign-state");
  expect(back.get("state")).not.toBe(state);
});

test("one document is huge, another never arrives", async () => {
  const at = (fault: Fault) =>
    `${new URL(rogue.url(fault)).origin}/.well-known/oauth-authorization-server/${fault}`;
  const huge = await fetch(at("huge-metadata"));
  expect((await huge.arrayBuffer()).byteLength).toBeGreaterThan(60 * 1024 * 1024);
  const slow = fetch(at("slow-metadata"), { signal: AbortSignal.timeout(300) });
  await expect(slow).rejects.toThrow(/timeout/i);
});

test("it refuses every token", async () => {
  expect((await askMcp(rogue.url("never-content"), rogueToken)).status).toBe(401);
});
