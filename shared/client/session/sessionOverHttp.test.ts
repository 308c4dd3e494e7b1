import { describe, expect, test, vi } from "vitest";
import { bytesOf, logSummary } from "../../log/logSummary.fixture.ts";
import type { Authorizer } from "../../transport/http/authorizer.ts";
import type { HttpScript } from "../../transport/http/scriptedHttp.fixture.ts";
import {
  html,
  json,
  page,
  result,
  setUpHttp,
  sse,
} from "../../transport/http/streamableHttp.fixture.ts";
import type { TimeLimits } from "./pendingRequests.ts";
import { createSession } from "./session.ts";

/** A session with a scripted server over real sockets. */
async function setUp(
  script: HttpScript,
  limits: TimeLimits = { timeoutMs: 0, maximumMs: 0 },
  authorizer?: Authorizer,
) {
  const http = await setUpHttp(script, authorizer ? { authorizer } : {});
  const session = createSession({
    transport: http.transport,
    clock: http.clock,
    limits: () => limits,
    answerInput: () => undefined,
    onNotification: () => {},
    onClosed: () => {},
  });
  await session.open();
  const heardTexts = () => http.server.heard.map(({ body }) => body.toString());
  return { ...http, session, heardTexts };
}

test("parallel calls are answered in their own exchanges, in any order", async () => {
  const { session } = await setUp(async (response, { body }) => {
    const { id } = JSON.parse(body.toString()) as { id: number };
    await new Promise((resolve) => setTimeout(resolve, 30 - id * 5));
    response.writeHead(200, json).end(`{"jsonrpc":"2.0","id":${id},"result":"of ${id}"}`);
  });
  const calls = ["a", "b", "c", "d"].map((method) => session.request(method));
  const outcomes = await Promise.all(calls.map(({ done }) => done));
  expect(outcomes).toMatchObject(["of 1", "of 2", "of 3", "of 4"].map((value) => ({ value })));
});

/** The answer to the first call and its outcome; a second call then succeeds. */
const bad: readonly (readonly [
  name: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  outcome: object,
])[] = [
  ["a page", 200, html, page, { failure: { code: "not-mcp", body: page } }],
  ["an error status", 500, html, page, { failure: { code: "http-status", status: 500 } }],
  ["broken JSON", 200, json, '{"jsonrpc"', { failure: { code: "not-json", body: '{"jsonrpc"' } }],
  ["nothing", 200, json, "", { failure: { code: "no-answer", status: 200 } }],
  ["202", 202, {}, "", { failure: { code: "no-answer", status: 202 } }],
  ["a stream without the answer", 200, sse, ": bye\n\n", { failure: { code: "no-answer" } }],
  ["the answer to another", 200, json, result(99), { failure: { code: "no-answer" } }],
  [
    "an error without an id",
    400,
    json,
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    { kind: "error", error: { code: -32700 } },
  ],
  [
    "a batch in a stream",
    200,
    sse,
    `data: [${result(99)},${result(1)}]\n\n`,
    { kind: "result", value: {} },
  ],
];

test.each(bad)(
  "%s: the call has the reason, the session continues",
  async (_, status, headers, body, outcome) => {
    const { session, log } = await setUp((response, _heard, nth) => {
      if (nth === 1) response.writeHead(status, headers).end(body);
      else response.writeHead(200, json).end(result(2));
    });
    expect(await session.request("a").done).toMatchObject(outcome);
    expect((await bytesOf(log, "in")).toString()).toBe(body);
    expect(await session.request("b").done).toMatchObject({ kind: "result" });
  },
);

test("a lost session fails the call, even if the body is a JSON-RPC error", async () => {
  const { session } = await setUp((response, { headers }) => {
    if (headers["mcp-session-id"]) {
      const error =
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}';
      response.writeHead(404, json).end(error);
    } else {
      response.writeHead(200, { ...json, "mcp-session-id": "s" }).end(result(1));
    }
  });
  await session.request("initialize").done;
  expect(await session.request("a").done).toMatchObject({
    failure: { code: "session-lost", status: 404 },
  });
});

test("cancel closes the stream and notifies the server", async () => {
  const { session, server, heardTexts } = await setUp((response, { body }) => {
    if (body.includes("cancelled")) response.writeHead(202).end();
    else response.writeHead(200, sse).flushHeaders();
  });
  const call = session.request("a");
  await vi.waitFor(() => expect(server.open()).toBe(1));
  call.cancel();
  expect(await call.done).toMatchObject({ kind: "cancelled" });
  await vi.waitFor(() => expect([server.open(), server.heard.length]).toEqual([0, 2]));
  expect(heardTexts()[1]).toContain('"requestId":1,');
});

test("a server that never answers causes a timeout", async () => {
  const { session, server, clock, log } = await setUp(
    (response, { body }) => body.includes("cancelled") && response.writeHead(202).end(),
    { timeoutMs: 100, maximumMs: 0 },
  );
  const call = session.request("a");
  await vi.waitFor(() => expect(server.open()).toBe(1));
  clock.advance(100);
  expect(await call.done).toMatchObject({ failure: { code: "timeout", afterMs: 100 } });
  await vi.waitFor(() => expect(server.open()).toBe(0));
  expect(logSummary(log)).toContain("none http-end aborted");
});

test("a ping on the stream of a call is answered during the call", async () => {
  const { session, heardTexts } = await setUp(async (response, _heard, nth) => {
    if (nth > 1) return response.writeHead(202).end();
    response.writeHead(200, sse).write('data: {"jsonrpc":"2.0","id":1.0,"method":"ping"}\n\n');
    await vi.waitFor(() => expect(heardTexts()).toHaveLength(2));
    response.end(`data: ${result(1)}\n\n`);
  });
  expect(await session.request("a").done).toMatchObject({ kind: "result" });
  expect(heardTexts()[1]).toBe('{"jsonrpc":"2.0","id":1.0,"result":{}}');
});

test("close ends calls in flight", async () => {
  const { session, server } = await setUp((response) => {
    response.writeHead(200, sse).flushHeaders();
  });
  const calls = [session.request("a"), session.request("b")];
  await vi.waitFor(() => expect(server.open()).toBe(2));
  await session.close();
  const outcomes = await Promise.all(calls.map(({ done }) => done));
  expect(outcomes).toMatchObject([
    { failure: { code: "closed" } },
    { failure: { code: "closed" } },
  ]);
  await vi.waitFor(() => expect(server.open()).toBe(0));
});

describe("credentials that cannot be read", () => {
  const broken = () => new Error("IndexedDB is corrupt");
  const authorizer: Authorizer = {
    prepare: async () => {},
    headersFor: () => [],
    answered() {},
    refused: async () => ({ kind: "none" }),
  };
  const failure = { code: "credentials", reason: "IndexedDB is corrupt" };

  test.each<readonly [string, Partial<Authorizer>]>([
    ["asynchronously", { headersFor: () => Promise.reject(broken()) }],
    [
      "synchronously",
      {
        headersFor() {
          throw broken();
        },
      },
    ],
  ])("%s: the request fails and says why; nothing is sent", async (_, part) => {
    const { session, server, log } = await setUp(() => {}, undefined, { ...authorizer, ...part });
    expect(await session.request("a").done).toMatchObject({ kind: "failed", failure });
    expect(server.heard).toEqual([]);
    expect(log.snapshot().entries.at(-1)).toMatchObject({
      kind: "http-end",
      outcome: "never-sent",
      reason: "IndexedDB is corrupt",
    });
  });

  test.each<readonly [string, () => Partial<Authorizer>]>([
    ["are refused", () => ({ refused: () => Promise.reject(broken()) })],
    [
      "are read again",
      () => {
        let times = 0;
        return {
          refused: async () => ({ kind: "again" }),
          headersFor: () => (++times > 1 ? Promise.reject(broken()) : []),
        };
      },
    ],
  ])("when they %s: the request fails and says why", async (_, part) => {
    const { session } = await setUp((response) => response.writeHead(401).end(), undefined, {
      ...authorizer,
      ...part(),
    });
    expect(await session.request("a").done).toMatchObject({ kind: "failed", failure });
  });
});
