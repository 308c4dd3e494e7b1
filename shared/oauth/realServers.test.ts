/** Authorization against real authorization servers: oidc-provider, and the router of the official SDK. */
import { afterEach, describe, expect, test } from "vitest";
import { walk } from "../../e2e/servers/authorization/headless.fixture.ts";
import { startLegacyAuth } from "../../e2e/servers/authorization/legacyAuth.ts";
import {
  type OidcProviderOptions,
  startOidcProvider,
} from "../../e2e/servers/authorization/oidcProvider.ts";
import { startProtectedServer } from "../../e2e/servers/authorization/protectedServer.ts";
import { createClient } from "../client/client.ts";
import type { Connected } from "../client/connected.ts";
import { type Clock, systemClock } from "../core/clock.ts";
import { createManualClock } from "../core/manualClock.fixture.ts";
import { createEventLog } from "../log/eventLog.ts";
import { createRecorder } from "../log/recorder.ts";
import { createStreamableHttp } from "../transport/http/streamableHttp.ts";
import { createTestClient, failedStep, type TestClientOptions } from "./testServer.fixture.ts";
import type { AuthorizationQuestion } from "./userPrompts.ts";

const redirectUri = "http://127.0.0.1:6280/callback";
const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

/** Signs in through the pages of the authorization server. */
const consent = { visit: ({ url }: { readonly url: string }) => walk(url, redirectUri) };

/** Connects a client with authorization. */
async function connect(url: string, options: TestClientOptions = {}, clock: Clock = systemClock) {
  const { authorization } = createTestClient({ url }, { promptHandler: consent, ...options });
  const record = createRecorder(createEventLog({ now: systemClock.now }), "client");
  const client = createClient({
    openTransport: async () =>
      createStreamableHttp({
        url,
        headers: [],
        fetch,
        clock,
        record,
        newId: () => crypto.randomUUID(),
        authorizer: authorization,
      }),
    firstKind: "streamable-http",
    revision: "auto",
    clientInfo: { name: "test", version: "0" },
    capabilitiesText: "{}",
    clock,
    record,
    limits: () => ({ timeoutMs: 60_000, maximumMs: 0 }),
    maximumRounds: () => 1,
    probeMs: 5000,
    logLevel: () => undefined,
    memory: { recall: () => undefined, remember: () => {} },
    answerInput: () => Promise.reject(new Error("Nothing is asked")),
    onNotification: () => {},
    onLost: () => {},
  });
  running.push(client);
  return { authorization, result: await client.connect() };
}

async function call({ request }: Connected, name: string) {
  const params = JSON.stringify({ name, arguments: {} });
  return request("tools/call", params, { initiator: { kind: "user" } }).done;
}

async function startOidc(options: OidcProviderOptions = {}) {
  const provider = await startOidcProvider(options);
  const server = await startProtectedServer({ authorizationServers: [provider] });
  running.push(provider, server);
  return { provider, server };
}

async function connected(...args: Parameters<typeof connect>) {
  const { authorization, result } = await connect(...args);
  if (result.kind !== "connected")
    throw new Error(JSON.stringify(failedStep(authorization) ?? result));
  return { authorization, client: result };
}

describe("oidc-provider", () => {
  test("signs in with a token for this resource", async () => {
    const { server, provider } = await startOidc({ path: "/tenant" });
    const { client, authorization } = await connected(server.url);
    expect(await call(client, "whoami")).toMatchObject({ kind: "result" });
    expect(authorization.grant.get()).toMatchObject({ indicator: server.url, tokenType: "Bearer" });
    expect(provider.grants().map(({ type }) => type)).toEqual(["authorization_code"]);
    expect(client.agreement.revision).toBe("2026-07-28");
  });

  test("the time that the user takes is not counted in timeouts", async () => {
    const { server } = await startOidc();
    const clock = createManualClock();
    const slowConsent: TestClientOptions["promptHandler"] = {
      visit({ url }) {
        clock.advance(60_000);
        return walk(url, redirectUri);
      },
    };
    const { client } = await connected(server.url, { promptHandler: slowConsent }, clock);
    expect(client.agreement.revision).toBe("2026-07-28");
  });

  test("more scopes are requested where a tool needs them", async () => {
    const { server } = await startOidc();
    const settings = { scope: "mcp:read" };
    const { client, authorization } = await connected(server.url, { settings });
    expect(await call(client, "reset")).toMatchObject({ kind: "result" });
    expect(authorization.grant.get()?.grantedScopes).toEqual(["mcp:read", "mcp:admin"]);
  });

  test("an expired token is renewed with the latest refresh token", async () => {
    const { server, provider } = await startOidc({ accessTokenSeconds: 1 });
    const { client, authorization } = await connected(server.url);
    const first = authorization.grant.get()?.refreshToken;
    for (let round = 0; round < 2; round++) {
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect(await call(client, "whoami")).toMatchObject({ kind: "result" });
    }
    expect(authorization.grant.get()?.refreshToken).not.toBe(first);
    const types = provider.grants().map(({ type, error }) => error ?? type);
    expect(types[0]).toBe("authorization_code");
    expect(new Set(types.slice(1))).toEqual(new Set(["refresh_token"]));
  });

  test("revoked access starts a new sign-in", async () => {
    const { server, provider } = await startOidc({ accessTokenSeconds: 3 });
    const { client } = await connected(server.url);
    await provider.revokeEverything();
    await new Promise((resolve) => setTimeout(resolve, 3100));
    expect(await call(client, "whoami")).toMatchObject({ kind: "result" });
    expect(provider.grants().map(({ type, error }) => error ?? type)).toEqual(
      expect.arrayContaining(["authorization_code", "invalid_grant"]),
    );
  });

  test.each([false, true])("binds tokens to a key, with a nonce: %s", async (dpopNonce) => {
    const { server } = await startOidc({ dpopNonce });
    const { client, authorization } = await connected(server.url, { settings: { dpop: "always" } });
    expect(authorization.grant.get()?.tokenType).toBe("DPoP");
    expect(await call(client, "whoami")).toMatchObject({ kind: "result" });
    expect(server.authorizations().at(-1)).toMatch(/^DPoP /);
  });

  test("denied consent is reported", async () => {
    const { server } = await startOidc();
    const denying = {
      visit: ({ url }: { readonly url: string }) => walk(url, redirectUri, "Deny"),
    };
    const { authorization, result } = await connect(server.url, { promptHandler: denying });
    expect(result).toMatchObject({ failure: { code: "not-authorized" } });
    const evidence = { error: "access_denied" };
    expect(failedStep(authorization)).toMatchObject({ code: "authorization-refused", evidence });
    // another revision would be refused in the same way
    expect(server.authorizations()).toEqual([undefined]);
  });

  test("forget() revokes the tokens", async () => {
    const { server, provider } = await startOidc();
    const { authorization } = await connected(server.url);
    expect(await authorization.forget()).toBeUndefined();
    expect(provider.revocations()).toBe(1);
  });

  test("a registration endpoint gets the initial access token", async () => {
    const { server } = await startOidc({ initialAccessToken: "let-me-in" });
    const refused = await connect(server.url);
    expect(failedStep(refused.authorization)).toMatchObject({ code: "registration-refused" });
    await connected(server.url, { settings: { initialAccessToken: "let-me-in" } });
  });
});

describe("the router of the official SDK", () => {
  test.each(["both", "server", "none"] as const)("with metadata of %s", async (metadata) => {
    const server = await startLegacyAuth({ metadata });
    running.push(server);
    const revision = () => undefined;
    const confirm = async ({ kind }: AuthorizationQuestion) => kind === "default-endpoints";
    const promptHandler = { ...consent, confirm };
    const { client } = await connected(server.url, {
      promptHandler,
      authorizationOptions: { revision },
    });
    expect(await call(client, "whoami")).toMatchObject({ kind: "result" });
    expect(server.registrations()).toBe(1);
  });
});
