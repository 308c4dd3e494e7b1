/** The whole flow over real HTTP: from a refused request to its response. */
import { describe, expect, test } from "vitest";
import { createMemoryGrants } from "../../e2e/memoryStores.ts";
import { decodeText, encodeText } from "../core/bytes.ts";
import { createManualClock } from "../core/manualClock.fixture.ts";
import { createFlowChecker } from "../lint/messageFlow.ts";
import type { EventLog } from "../log/eventLog.ts";
import { maskBytes, maskText, spansOf } from "../log/mask.ts";
import { createHttpSse } from "../transport/sse/httpSse.ts";
import {
  createTestClient,
  documentsOf,
  failedStep,
  metadataPath,
  startTestServer,
} from "./testServer.fixture.ts";

const stateOf = (
  { authorization }: Pick<ReturnType<typeof createTestClient>, "authorization">,
  name: string,
) => authorization.flow.get().steps.find((step) => step.name === name)?.state.kind;

describe("signing in", () => {
  test("a refused request is answered after all steps have run", async () => {
    const testServer = await startTestServer();
    const testClient = createTestClient(testServer);
    expect(await testClient.sendRequest()).toEqual({ kind: "answered", status: 200 });
    expect(testServer.paths()).toEqual([
      "/mcp",
      "/.well-known/oauth-protected-resource/mcp",
      metadataPath,
      "/register",
      "/authorize",
      "/token",
      "/mcp",
    ]);
    expect(testClient.authorization.flow.get().state).toBe("done");
    for (const step of testClient.authorization.flow.get().steps)
      expect(step.state.kind).toBe("done");
    expect(testClient.authorization.grant.get()).toMatchObject({ accessToken: "access-token-1" });
  });

  test("authorization and token request name the resource, and the code is sent with its verifier", async () => {
    const testServer = await startTestServer();
    await createTestClient(testServer).sendRequest();
    const visit = testServer.requests.find(({ url }) => url.startsWith("/authorize"));
    const asked = new URL(visit?.url ?? "", testServer.origin).searchParams;
    const [token] = testServer.tokenRequests();
    expect(asked.get("resource")).toBe(testServer.url);
    expect(token?.get("resource")).toBe(testServer.url);
    const digest = await crypto.subtle.digest(
      "SHA-256",
      new TextEncoder().encode(token?.get("code_verifier") ?? ""),
    );
    expect(asked.get("code_challenge")).toBe(Buffer.from(digest).toString("base64url"));
  });

  test("requests that are refused at the same time share one flow", async () => {
    const testServer = await startTestServer();
    const { sendRequest } = createTestClient(testServer);
    const all = await Promise.all([sendRequest(), sendRequest(), sendRequest()]);
    for (const each of all) expect(each).toMatchObject({ kind: "answered" });
    expect(testServer.tokenRequests()).toHaveLength(1);
  });

  test("each attempt is a separate exchange, and only the second one has a token", async () => {
    const testServer = await startTestServer();
    const { sendRequest, log } = createTestClient(testServer);
    await sendRequest();
    const sent = entriesOf(log).filter(
      ({ kind, direction }) => kind === "message" && direction === "out",
    );
    const tokens = sent.map((entry) =>
      "http" in entry ? entry.http?.headers.find(([name]) => name === "Authorization")?.[1] : "",
    );
    expect(tokens).toEqual([undefined, "Bearer access-token-1"]);
    expect(new Set(sent.map(({ exchangeId }) => exchangeId)).size).toBe(2);
  });

  test("the lint reports nothing but that its registration is deprecated", async () => {
    const testServer = await startTestServer();
    const { sendRequest, log } = createTestClient(testServer);
    await sendRequest();
    const lint = createFlowChecker();
    const found: unknown[] = [];
    for (const entry of entriesOf(log)) {
      found.push(...lint.check(entry, await log.read(entry.seq)).findings);
    }
    expect(found).toEqual([
      expect.objectContaining({
        code: "deprecated-feature",
        severity: "note",
        evidence: { feature: "client-registration" },
      }),
    ]);
  });

  test("every secret in the log is marked", async () => {
    const testServer = await startTestServer();
    const { sendRequest, log, authorization } = createTestClient(testServer);
    await sendRequest();
    const [form] = testServer.tokenRequests();
    const secrets = [
      "access-token-1",
      "refresh-token-1",
      "code-123456",
      form?.get("code_verifier"),
    ];
    const shown = await masked(log);
    for (const secret of secrets) {
      expect(secret).toMatch(/.{8}/);
      expect(shown).not.toContain(secret);
    }
    expect(JSON.stringify(await unmasked(log))).toContain("access-token-1");
    const problems = authorization.flow.get().steps.flatMap((step) => step.problems);
    expect(JSON.stringify(problems)).not.toContain("token-1");
  });

  test("cancelling the sign-in ends the flow, and the next request may start another", async () => {
    const testServer = await startTestServer();
    let isConsenting = false;
    const testClient = createTestClient(testServer, {
      promptHandler: {
        async visit({ state }) {
          const parameters = new URLSearchParams({
            code: "code-123456",
            state,
            iss: testServer.origin,
          });
          return isConsenting ? parameters : undefined;
        },
      },
    });
    expect(await testClient.sendRequest()).toMatchObject({
      failure: { problem: { code: "cancelled" } },
    });
    isConsenting = true;
    expect(await testClient.sendRequest()).toMatchObject({ kind: "answered" });
  });

  test("cancelling during the redirect ends the flow immediately", async () => {
    const testServer = await startTestServer();
    const testClient = createTestClient(testServer, {
      promptHandler: { visit: () => new Promise(() => {}) },
    });
    const asked = testClient.sendRequest();
    await until(() => stateOf(testClient, "authorize") === "needs");
    testClient.authorization.cancel();
    expect(await asked).toMatchObject({ failure: { problem: { code: "cancelled" } } });
    expect(testClient.authorization.flow.get().state).toBe("failed");
  });

  test("a new page resumes the flow from stored state", async () => {
    const testServer = await startTestServer();
    const grants = createMemoryGrants();
    let kept = "";
    const left = createTestClient(testServer, {
      authorizationOptions: { grants },
      promptHandler: {
        visit({ pending }) {
          kept = JSON.stringify(pending);
          return new Promise(() => {});
        },
      },
    });
    void left.sendRequest();
    await until(() => kept !== "");
    const pending = JSON.parse(kept);
    const back = createTestClient(testServer, { authorizationOptions: { grants } });
    const parameters = { code: "code-123456", state: pending.state, iss: testServer.origin };
    expect(
      await back.authorization.resume(pending, new URLSearchParams(parameters)),
    ).toBeUndefined();
    expect(await back.sendRequest()).toMatchObject({ kind: "answered" });
    const again = new URLSearchParams({ ...parameters, state: "x" });
    expect(await back.authorization.resume(pending, again)).toMatchObject({
      code: "state-mismatch",
    });
  });
});

test("the transport of 2024-11-05 signs in too, without a timeout while the user acts", async () => {
  const testServer = await startTestServer();
  testServer.reply("/mcp", (response, { method, headers, body }) => {
    const token = headers.authorization?.replace(/^\S+ /, "") ?? "";
    if (!testServer.accepted.has(token)) return response.writeHead(401).end();
    if (method === "POST") return response.writeHead(202).end(String(body).slice(0, 0));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("event: endpoint\ndata: /mcp\n\n");
  });
  const clock = createManualClock();
  const { authorization, transportOptions } = createTestClient(testServer, {
    promptHandler: {
      async visit({ state }) {
        clock.advance(60_000);
        return new URLSearchParams({ code: "code-123456", state, iss: testServer.origin });
      },
    },
  });
  const transport = createHttpSse({
    ...transportOptions,
    url: testServer.url,
    headers: [],
    clock,
    authorizer: authorization,
  });
  expect(await transport.open({ frame: () => {}, closed: () => {} })).toBeUndefined();
  const message = encodeText('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  expect(await transport.send(message).delivery).toEqual({ kind: "delivered" });
  await transport.close();
});

test("Basic challenges and other 403 responses start no flow", async () => {
  const testServer = await startTestServer();
  const { sendRequest, authorization } = createTestClient(testServer);
  for (const [status, challenge] of [
    [401, 'Basic realm="x"'],
    [403, 'Bearer error="invalid_request"'],
    [403, ""],
  ] as const) {
    testServer.reply("/mcp", { status, headers: { "www-authenticate": challenge }, text: "" });
    expect(await sendRequest()).toMatchObject({ failure: { code: "http-status", status } });
  }
  expect(authorization.flow.get().state).toBe("idle");
  expect(testServer.paths()).toEqual(["/mcp", "/mcp", "/mcp"]);
});

describe("step-up scopes", () => {
  const startRequiringScope = async (scope: string) => {
    const testServer = await startTestServer();
    testServer.reply("/mcp", (response, { headers, body }) => {
      const token = headers.authorization?.replace(/^\S+ /, "") ?? "";
      if (token === "") {
        return response.writeHead(401, { "www-authenticate": 'Bearer scope="read"' }).end();
      }
      if (!token.includes(scope)) {
        const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
        return response.writeHead(403, { "www-authenticate": challenge }).end();
      }
      const { id } = JSON.parse(String(body)) as { id: number };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
    });
    return testServer;
  };
  const scopesAsked = (testServer: Awaited<ReturnType<typeof startTestServer>>) =>
    testServer.requests
      .filter(({ url }) => url.startsWith("/authorize"))
      .map(({ url }) => new URL(url, testServer.origin).searchParams.get("scope"));

  test("are requested together with the earlier ones", async () => {
    const testServer = await startRequiringScope("write");
    testServer.reply("/token", (response) => {
      const scope = scopesAsked(testServer).at(-1) ?? "";
      const json = {
        access_token: `token ${scope}`.replaceAll(" ", "-"),
        token_type: "Bearer",
        scope,
      };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
    });
    const testClient = createTestClient(testServer);
    expect(await testClient.sendRequest()).toMatchObject({ kind: "answered" });
    expect(scopesAsked(testServer)).toEqual(["read", "read write"]);

    // the server no longer accepts the token and names the smallest scope again
    testServer.reply("/mcp", {
      status: 401,
      headers: { "www-authenticate": 'Bearer scope="read"' },
      text: "",
    });
    await testClient.sendRequest();
    expect(scopesAsked(testServer).at(-1)).toBe("read write");
  });

  test("that were granted already fail the request", async () => {
    const testServer = await startRequiringScope("write");
    const testClient = createTestClient(testServer);
    expect(await testClient.sendRequest()).toMatchObject({
      failure: { problem: { code: "scope-not-enough" } },
    });
    expect(scopesAsked(testServer)).toEqual(["read", "read write"]);
  });
});

describe("stepwise", () => {
  test("each step waits for next()", async () => {
    const testServer = await startTestServer();
    const testClient = createTestClient(testServer);
    const { authorization } = testClient;
    void authorization.authorize({ stepwise: true });
    const seen: string[][] = [];
    for (const name of ["resource", "issuer", "register", "authorize", "token"]) {
      await until(() => stateOf(testClient, name) === "needs");
      seen.push(testServer.paths());
      authorization.next();
    }
    await until(() => authorization.flow.get().state === "done");
    expect(seen.map(({ length }) => length)).toEqual([0, 1, 2, 3, 4]);
  });

  test("a request is edited and resent, and the flow continues from there", async () => {
    const testServer = await startTestServer();
    testServer.reply("/register", (response, { body }) => {
      const isGood = String(body).includes("Better name");
      response.writeHead(isGood ? 201 : 400, { "content-type": "application/json" });
      response.end(isGood ? '{"client_id":"c"}' : '{"error":"invalid_client_metadata"}');
    });
    const testClient = createTestClient(testServer);
    const { authorization } = testClient;
    expect(await authorization.authorize()).toMatchObject({ code: "registration-refused" });
    const [failed] = authorization.flow
      .get()
      .steps.flatMap(({ name, exchanges }) => (name === "register" ? exchanges : []));
    const request = failed?.request;
    if (!failed || !request) throw new Error("Nothing was sent");
    const body = request.body?.replace('"Test"', '"Better name"') ?? "";
    await authorization.resend(failed.id, { ...request, body });
    await until(() => stateOf(testClient, "authorize") === "needs");
    authorization.runThrough();
    await until(() => authorization.flow.get().state === "done");
    expect(await testClient.sendRequest()).toMatchObject({ kind: "answered" });
    await expect(authorization.resend("unknown", request)).rejects.toThrow(RangeError);
  });

  test("a resent request interrupts a running flow, also after a flow was cancelled while it waited", async () => {
    const testServer = await startTestServer();
    const testClient = createTestClient(testServer);
    const { authorization } = testClient;
    const cancelled = authorization.authorize({ stepwise: true });
    await until(() => stateOf(testClient, "resource") === "needs");
    authorization.cancel();
    expect(await cancelled).toMatchObject({ code: "cancelled" });

    testServer.reply("/register", () => {
      // never answers
    });
    const interrupted = authorization.authorize({ stepwise: false });
    await until(() => testServer.paths().includes("/register"));
    const issuer = authorization.flow.get().steps.find(({ name }) => name === "issuer");
    const exchange = issuer?.exchanges.at(-1);
    if (!exchange?.request) throw new Error("Nothing was sent");
    await authorization.resend(exchange.id, exchange.request);
    expect(await interrupted).toMatchObject({ code: "cancelled" });
    await until(() => stateOf(testClient, "register") === "needs");
  });
});

describe("clients", () => {
  test("unknown to the server are registered again", async () => {
    const testServer = await startTestServer();
    const { sendRequest, authorization } = createTestClient(testServer);
    await sendRequest();
    testServer.accepted.clear();
    let nth = 0;
    testServer.reply("/token", (response) => {
      const error = ["invalid_grant", "invalid_client"][nth++];
      if (error) return response.writeHead(400).end(JSON.stringify({ error }));
      testServer.accepted.add("anew");
      response.end('{"access_token":"anew","token_type":"Bearer"}');
    });
    expect(await sendRequest()).toMatchObject({ kind: "answered" });
    expect(testServer.paths().filter((path) => path === "/register")).toHaveLength(2);
    expect(failedStep(authorization)).toBeUndefined();
  });

  test("entered for another issuer are not used with this one", async () => {
    const testServer = await startTestServer();
    const client = { issuer: "https://other.example", clientId: "mine", clientSecret: "s3cret" };
    const { sendRequest, authorization } = createTestClient(testServer, { settings: { client } });
    await sendRequest();
    expect(failedStep(authorization)).toMatchObject({
      step: "register",
      code: "client-of-other-issuer",
    });
    expect(testServer.paths()).not.toContain("/authorize");
  });

  test("use a metadata document if the server supports it", async () => {
    const testServer = await startTestServer();
    const server = {
      ...documentsOf(testServer.origin).server,
      client_id_metadata_document_supported: true,
    };
    testServer.reply(metadataPath, { json: server });
    const metadataDocumentUrl = "https://page.example/client.json";
    await createTestClient(testServer, { settings: { metadataDocumentUrl } }).sendRequest();
    expect(testServer.paths()).not.toContain("/register");
    expect(testServer.tokenRequests()[0]?.get("client_id")).toBe(metadataDocumentUrl);
  });
});

/** Polls until a condition holds. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

function entriesOf(log: EventLog) {
  const { entries, length } = log.snapshot();
  return entries.slice(0, length);
}

/** The log as it is shown, with its secrets masked. */
async function masked(log: EventLog): Promise<string> {
  const pieces = await Promise.all(
    entriesOf(log).map(async (entry) => {
      const bytes = maskBytes(await log.read(entry.seq), spansOf(entry.secrets, "body"));
      const http = "http" in entry ? entry.http : undefined;
      const headers = http?.headers.map(([name, value]) =>
        maskText(value, spansOf(entry.secrets, `header:${name.toLowerCase()}`)),
      );
      const url = maskText(http?.url ?? "", spansOf(entry.secrets, "url"));
      return [decodeText(bytes), ...(headers ?? []), url].join("\n");
    }),
  );
  return pieces.join("\n");
}

async function unmasked(log: EventLog): Promise<readonly string[]> {
  return Promise.all(entriesOf(log).map(async ({ seq }) => decodeText(await log.read(seq))));
}
