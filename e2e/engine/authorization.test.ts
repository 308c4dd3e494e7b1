/** Tests authorization headless against real servers: oidc-provider, the official legacy router, a malicious server. */
import { describe, expect, onTestFinished, test } from "vitest";
import { decodeText, encodeText } from "../../shared/core/bytes.ts";
import type { SecretSpan } from "../../shared/log/entry.ts";
import type { EventLog } from "../../shared/log/eventLog.ts";
import { authorizationProblemText } from "../../web/signIn/messages/authorizationProblemMessages.ts";
import { createMemoryClients, createMemoryGrants } from "../memoryStores.ts";
import { createCounterparts } from "../servers/authorization/counterparts.ts";
import { walk } from "../servers/authorization/headless.fixture.ts";
import type { OidcProviderServer } from "../servers/authorization/oidcProvider.ts";
import type { Fault } from "../servers/authorization/rogueAuth.ts";
import { connectAuthorized, redirectUri } from "./authorization.fixture.ts";

const {
  pair,
  legacy,
  rogue: startRogue,
} = createCounterparts(({ close }) => onTestFinished(close));

/** The errors of all token refreshes; undefined for each that succeeded. */
const refreshesOf = (provider: OidcProviderServer) =>
  provider.grants().flatMap(({ type, error }) => (type === "refresh_token" ? [error] : []));

const documentUrl = "https://client.example/oauth-client.json";

const known = {
  client_id: "known",
  client_secret: "a secret of some length",
  redirect_uris: [redirectUri],
};

describe("oidc-provider", () => {
  test("registers, signs in and calls; every secret in the log is marked", async () => {
    const { provider, server } = await pair();
    const { engine, authorization, visits } = await connectAuthorized({ url: server.url });
    expect(await engine.callTool("whoami")).toMatchObject({
      value: { content: [{ text: expect.stringContaining("mcp:read") }] },
    });
    const url = new URL(visits[0] ?? "");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      resource: server.url,
      scope: expect.stringContaining("mcp:read"),
      code_challenge_method: "S256",
    });
    expect(authorization.flow.get()).toMatchObject({ state: "done" });
    expect(provider.grants()).toEqual([
      expect.objectContaining({ type: "authorization_code", error: undefined }),
    ]);
    const grant = authorization.grant.get();
    const secrets = [...provider.secrets(), grant?.accessToken ?? "?"];
    expect(secrets).toHaveLength(3);
    for (const secret of secrets) expect(await unmarked(engine.log, secret)).toEqual([]);
  });

  test.each(["named", "path", "root"] as const)(
    "metadata of the resource: %s",
    async (metadata) => {
      const { server } = await pair({}, { metadata });
      const { engine } = await connectAuthorized({ url: server.url });
      expect(engine.result.kind).toBe("connected");
    },
  );

  test("an issuer with a path", async () => {
    const { provider, server } = await pair({ path: "/tenant" });
    const { engine, authorization } = await connectAuthorized({ url: server.url });
    expect(engine.result.kind).toBe("connected");
    expect(authorization.grant.get()?.server.issuer).toBe(provider.issuer);
  });

  test("a client metadata document is used instead of registration", async () => {
    const document = {
      client_id: documentUrl,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
    };
    const { provider, server } = await pair({ metadataDocuments: { [documentUrl]: document } });
    const { engine } = await connectAuthorized({
      url: server.url,
      settings: { metadataDocumentUrl: documentUrl },
    });
    expect(engine.result.kind).toBe("connected");
    expect([provider.registrations(), provider.grants()[0]?.clientId]).toEqual([0, documentUrl]);
  });

  test.each(["client_secret_basic", "client_secret_post"] as const)(
    "a client known from the start, with %s",
    async (method) => {
      const { provider, server } = await pair({
        registration: false,
        clients: [{ ...known, token_endpoint_auth_method: method }],
      });
      const { engine } = await connectAuthorized({
        url: server.url,
        settings: {
          client: {
            issuer: provider.issuer,
            clientId: known.client_id,
            clientSecret: known.client_secret,
            authMethod: method,
          },
        },
      });
      expect(engine.result.kind).toBe("connected");
    },
  );

  test("registration that requires an initial access token", async () => {
    const { server } = await pair({ initialAccessToken: "initial" });
    const { engine } = await connectAuthorized({
      url: server.url,
      settings: { initialAccessToken: "initial" },
    });
    expect(engine.result.kind).toBe("connected");
  });

  test("two issuers: separate clients in the same store", async () => {
    const clients = createMemoryClients();
    const [one, two] = [await pair(), await pair()];
    for (const { server } of [one, two]) {
      const { engine } = await connectAuthorized({ url: server.url, clients });
      expect(engine.result.kind).toBe("connected");
    }
    expect([one.provider.registrations(), two.provider.registrations()]).toEqual([1, 1]);
  });

  test("an expired token is renewed; concurrent requests use each refresh token once", async () => {
    const { provider, server } = await pair({ accessTokenSeconds: 3 });
    const { engine, authorization } = await connectAuthorized({ url: server.url });
    const first = authorization.grant.get()?.accessToken;
    await expect.poll(() => Date.now() > (authorization.grant.get()?.expiresAt ?? 0)).toBe(true);
    const before = refreshesOf(provider).length;
    const calls = await Promise.all(["whoami", "whoami", "whoami"].map((n) => engine.callTool(n)));
    for (const outcome of calls) expect(outcome.kind).toBe("result");
    expect(authorization.grant.get()?.accessToken).not.toBe(first);
    expect(refreshesOf(provider).slice(before)).toEqual([undefined]);
  });

  test("two tabs that share a store renew once", async () => {
    const { provider, server } = await pair({ accessTokenSeconds: 3 });
    const stores = { clients: createMemoryClients(), grants: createMemoryGrants() };
    const one = await connectAuthorized({ url: server.url, ...stores });
    const two = await connectAuthorized({ url: server.url, ...stores });
    expect([one.visits.length, two.visits.length]).toEqual([1, 0]);
    await expect
      .poll(() => Date.now() > (one.authorization.grant.get()?.expiresAt ?? 0))
      .toBe(true);
    const before = refreshesOf(provider).length;
    const outcomes = await Promise.all([
      one.engine.callTool("whoami"),
      two.engine.callTool("whoami"),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["result", "result"]);
    expect(refreshesOf(provider).slice(before)).toEqual([undefined]);
  });

  test("a revoked grant leads to a new sign-in", async () => {
    const { provider, server } = await pair({ accessTokenSeconds: 3 });
    const { engine, authorization, visits } = await connectAuthorized({ url: server.url });
    await provider.revokeEverything();
    await expect.poll(() => Date.now() > (authorization.grant.get()?.expiresAt ?? 0)).toBe(true);
    expect((await engine.callTool("whoami")).kind).toBe("result");
    expect(visits).toHaveLength(2);
  });

  test("a tool that needs more scopes gets them in addition to the granted ones", async () => {
    const { server } = await pair();
    const { engine, authorization, visits } = await connectAuthorized({ url: server.url });
    expect(await engine.callTool("reset")).toMatchObject({ kind: "result" });
    expect(visits).toHaveLength(2);
    expect(authorization.grant.get()?.grantedScopes).toEqual(
      expect.arrayContaining(["mcp:read", "mcp:admin"]),
    );
  });

  test("Forget revokes the tokens at the server", async () => {
    const { provider, server } = await pair();
    const { authorization } = await connectAuthorized({ url: server.url });
    expect(await authorization.forget()).toBeUndefined();
    expect([provider.revocations(), authorization.grant.get()]).toEqual([1, undefined]);
  });

  test("denied consent is reported with the server's description", async () => {
    const { server } = await pair();
    const { engine } = await connectAuthorized({
      url: server.url,
      promptHandler: { visit: ({ url }) => walk(url, redirectUri, "Deny") },
    });
    expect(engine.result).toMatchObject({
      failure: {
        code: "not-authorized",
        problem: { code: "authorization-refused", evidence: { error: "access_denied" } },
      },
    });
  });

  test("a token bound to a key, with nonces", async () => {
    const { server } = await pair({ dpopNonce: true });
    const { engine, authorization } = await connectAuthorized({
      url: server.url,
      settings: { dpop: "always" },
    });
    expect((await engine.callTool("whoami")).kind).toBe("result");
    expect(authorization.grant.get()?.tokenType).toBe("DPoP");
  });

  test("client credentials need no user", async () => {
    const { provider, server } = await pair({
      clients: [
        {
          ...known,
          redirect_uris: [],
          response_types: [],
          grant_types: ["client_credentials"],
          token_endpoint_auth_method: "client_secret_basic",
        },
      ],
    });
    const { engine, visits } = await connectAuthorized({
      url: server.url,
      settings: {
        grantType: { kind: "client-credentials" },
        client: { clientId: known.client_id, clientSecret: known.client_secret },
      },
    });
    expect((await engine.callTool("whoami")).kind).toBe("result");
    expect([visits, provider.grants()[0]?.type]).toEqual([[], "client_credentials"]);
  });
});

describe("the official legacy router", () => {
  test.each([
    ["both", "2025-03-26"],
    ["server", "2025-03-26"],
    ["none", "2025-03-26"],
    ["server", "auto"],
    ["none", "auto"],
  ] as const)("with %s metadata at %s", async (metadata, revision) => {
    const server = await legacy({ metadata });
    const { engine } = await connectAuthorized({
      url: server.url,
      promptHandler: {
        confirm: async ({ kind }) => kind === "no-pkce" || kind === "default-endpoints",
      },
      revision,
    });
    expect((await engine.callTool("whoami")).kind).toBe("result");
    expect(server.registrations()).toBe(1);
  });
});

describe("a malicious server", () => {
  /** The authorization server is asked for nothing further once it was seen through. */
  const untilRedirect = ["POST /register", "GET /authorize"];
  const faults: readonly (readonly [
    fault: Fault,
    problem: string,
    words: RegExp,
    asked: readonly string[],
  ])[] = [
    ["foreign-iss", "response-issuer-mismatch", /other\.example/, untilRedirect],
    ["missing-iss", "response-issuer-missing", /redirect has no iss/, untilRedirect],
    ["foreign-state", "state-mismatch", /another sign-in/, untilRedirect],
    ["javascript-endpoint", "unusable-url", /javascript:/, []],
    ["foreign-metadata", "issuer-mismatch", /other\.example/, []],
    ["foreign-resource", "resource-mismatch", /other\.example/, []],
    ["huge-metadata", "too-large", /response is too large/, []],
    ["html-token", "not-json", /response is not JSON/, [...untilRedirect, "POST /token"]],
    [
      "never-content",
      "token-not-accepted",
      /refused the new token/,
      [...untilRedirect, "POST /token"],
    ],
  ];
  test.each(faults)(
    "%s: %s, which says %s; asked for %j only",
    async (fault, code, words, asked) => {
      const rogue = await startRogue();
      const { engine, authorization } = await connectAuthorized({ url: rogue.url(fault) });
      expect(engine.result).toMatchObject({ failure: { code: "not-authorized" } });
      const found = authorization.flow
        .get()
        .steps.flatMap(({ state, problems, exchanges }) => [
          ...(state.kind === "failed" ? [state.problem] : []),
          ...problems,
          ...exchanges.flatMap((exchange) => exchange.problems),
        ]);
      const texts = found
        .filter((problem) => problem.code === code)
        .map((problem) => JSON.stringify(authorizationProblemText(problem)));
      expect(texts).toContainEqual(expect.stringMatching(words));
      const isDocument = /oauth-|openid-|\/mcp$/;
      expect(rogue.requests(fault).filter((request) => !isDocument.test(request))).toEqual(asked);
    },
  );

  test("without an attack it works", async () => {
    const rogue = await startRogue();
    const { engine } = await connectAuthorized({ url: rogue.url("nothing") });
    expect(engine.result.kind).toBe("connected");
  });
});

/** Finds a secret in a log outside the parts that are marked as secret. */
async function unmarked(log: EventLog, secret: string): Promise<string[]> {
  const { entries, length } = log.snapshot();
  const found: string[] = [];
  for (const entry of entries.slice(0, length)) {
    const covered = (part: SecretSpan["part"], bytes: Uint8Array) => {
      const copy = bytes.slice();
      for (const span of entry.secrets) if (span.part === part) copy.fill(0, span.start, span.end);
      return decodeText(copy);
    };
    const parts = [covered("body", await log.read(entry.seq))];
    if ("http" in entry && entry.http) {
      parts.push(covered("url", encodeText(entry.http.url)));
      for (const [name, value] of entry.http.headers) {
        parts.push(covered(`header:${name.toLowerCase()}`, encodeText(value)));
      }
    }
    if (parts.some((part) => part.includes(secret))) found.push(`${entry.seq} ${entry.kind}`);
  }
  return found;
}
