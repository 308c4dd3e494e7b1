/** Renewal, revocation and use of tokens. */
import { describe, expect, test } from "vitest";
import { createMemoryGrants } from "../../e2e/memoryStores.ts";
import { createTestClient, startTestServer } from "./testServer.fixture.ts";

describe("tokens", () => {
  const shortLived = async (seconds: number) => {
    const testServer = await startTestServer();
    let nth = 0;
    testServer.reply("/token", (response) => {
      const access_token = `access-${++nth}-of-some-length`;
      testServer.accepted.add(access_token);
      const refresh_token = `refresh-${nth}-of-some-length`;
      const json = { access_token, refresh_token, token_type: "Bearer", expires_in: seconds };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
    });
    return testServer;
  };

  test("are renewed before they expire, with the latest refresh token", async () => {
    const testServer = await shortLived(100);
    let now = Date.now();
    const { sendRequest } = createTestClient(testServer, {
      authorizationOptions: { wallClock: () => now },
    });
    await sendRequest();
    for (let round = 0; round < 2; round++) {
      now += 90_000;
      await sendRequest();
    }
    const [, ...renewals] = testServer.tokenRequests();
    expect(renewals.map((form) => form.get("refresh_token"))).toEqual([
      "refresh-1-of-some-length",
      "refresh-2-of-some-length",
    ]);
    expect(renewals[0]?.get("resource")).toBe(testServer.url);
  });

  test("are renewed once across tabs", async () => {
    const testServer = await shortLived(100);
    let now = Date.now();
    const grants = createMemoryGrants();
    const tabs = [0, 1].map(() =>
      createTestClient(testServer, { authorizationOptions: { grants, wallClock: () => now } }),
    );
    for (const { sendRequest } of tabs) await sendRequest();
    now += 90_000;
    await Promise.all(tabs.flatMap(({ sendRequest }) => [sendRequest(), sendRequest()]));
    const renewals = testServer
      .tokenRequests()
      .filter((form) => form.get("grant_type") === "refresh_token");
    expect(renewals).toHaveLength(1);
  });

  test("that the server no longer accepts are renewed without a sign-in", async () => {
    const testServer = await startTestServer();
    const { sendRequest } = createTestClient(testServer);
    await sendRequest();
    testServer.accepted.clear();
    expect(await sendRequest()).toMatchObject({ kind: "answered" });
    expect(testServer.tokenRequests().map((form) => form.get("grant_type"))).toEqual([
      "authorization_code",
      "refresh_token",
    ]);
  });

  test("that cannot be renewed are requested again with the same client", async () => {
    const testServer = await startTestServer();
    const { sendRequest } = createTestClient(testServer);
    await sendRequest();
    testServer.accepted.clear();
    let nth = 0;
    testServer.reply("/token", (response) => {
      if (nth++ === 0) return response.writeHead(400).end('{"error":"invalid_grant"}');
      testServer.accepted.add("anew");
      response.end('{"access_token":"anew","token_type":"Bearer"}');
    });
    expect(await sendRequest()).toMatchObject({ kind: "answered" });
    expect(testServer.paths().filter((path) => path === "/register")).toHaveLength(1);
    expect(testServer.paths().filter((path) => path === "/authorize")).toHaveLength(2);
  });

  test("are revoked and deleted, with the client", async () => {
    const testServer = await startTestServer();
    const { sendRequest, authorization } = createTestClient(testServer);
    await sendRequest();
    expect(await authorization.forget()).toBeUndefined();
    const revoked = testServer.requests.filter(({ url }) => url === "/revoke");
    const forms = revoked.map(({ body }) => new URLSearchParams(String(body)));
    expect(forms.map((form) => [form.get("token"), form.get("token_type_hint")])).toEqual([
      ["refresh-token-1", "refresh_token"],
      ["access-token-1", "access_token"],
    ]);
    expect(authorization.grant.get()).toBeUndefined();
    // the steps of a deleted grant are not shown as done
    const states = authorization.flow.get().steps.map(({ name, state }) => [name, state.kind]);
    expect(Object.fromEntries(states)).toMatchObject({
      register: "waiting",
      authorize: "waiting",
      token: "waiting",
      call: "waiting",
    });
    await sendRequest();
    expect(testServer.paths().filter((path) => path === "/register")).toHaveLength(2);
  });

  test("are never sent to another origin", async () => {
    const testServer = await startTestServer();
    const { sendRequest, authorization } = createTestClient(testServer);
    await sendRequest();
    const request = { method: "POST", url: "http://127.0.0.1:1/mcp", rpcMethods: [] };
    expect(await authorization.headersFor(request)).toEqual([]);
  });

  test("an Authorization header set by the user is sent, and its refusal starts no flow", async () => {
    const testServer = await startTestServer();
    const { transport } = createTestClient(testServer);
    const text = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const headers = [["Authorization", "Bearer mine"]] as const;
    const sending = transport.send(new TextEncoder().encode(text), { headers });
    expect(await sending.delivery).toMatchObject({ failure: { code: "http-status", status: 401 } });
    expect(testServer.paths()).toEqual(["/mcp"]);
  });
});

test("a bound token is sent with a new proof each time, which the log holds as a marked secret", async () => {
  const testServer = await startTestServer();
  const access_token = "bound-token-1";
  testServer.accepted.add(access_token);
  testServer.reply("/token", { json: { access_token, token_type: "DPoP" } });
  const { sendRequest, log } = createTestClient(testServer, { settings: { dpop: "always" } });
  for (let nth = 0; nth < 3; nth++) expect(await sendRequest()).toMatchObject({ kind: "answered" });
  const asked = testServer.requests.filter(({ url }) => url === "/mcp").slice(1);
  expect(new Set(asked.map(({ headers }) => headers.dpop)).size).toBe(3);
  for (const { headers } of asked) expect(headers.authorization).toBe(`DPoP ${access_token}`);

  const { entries, length } = log.snapshot();
  const starts = entries.slice(0, length).filter((entry) => entry.kind === "http-start");
  expect(starts.map(({ http }) => http?.headers.map(([name]) => name))).toEqual(
    [1, 2].map(() => expect.arrayContaining(["Authorization", "DPoP"])),
  );
  for (const { secrets } of starts) {
    const parts = secrets.map(({ part }) => part);
    expect(parts).toEqual(expect.arrayContaining(["header:authorization", "header:dpop"]));
  }
});

test("a Bearer token instead of a bound one is used with a warning", async () => {
  const testServer = await startTestServer();
  const { sendRequest, authorization } = createTestClient(testServer, {
    settings: { dpop: "always" },
  });
  expect(await sendRequest()).toMatchObject({ kind: "answered" });
  const step = authorization.flow.get().steps.find(({ name }) => name === "token");
  const problems = step?.exchanges.flatMap((exchange) => exchange.problems);
  expect(problems).toContainEqual(expect.objectContaining({ code: "not-bound" }));
});
