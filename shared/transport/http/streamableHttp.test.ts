import { describe, expect, test, vi } from "vitest";
import { logSummary } from "../../log/logSummary.fixture.ts";
import type { Header } from "../../protocol/headers.ts";
import type { HttpScript } from "./scriptedHttp.fixture.ts";
import {
  failed,
  html,
  json,
  makeConnection,
  notification,
  page,
  request,
  result,
  setUpHttp,
  sse,
} from "./streamableHttp.fixture.ts";
import { createStreamableHttp } from "./streamableHttp.ts";

const call = request(1);
const sent = "out message http request 1 tools/call";

describe("abort", () => {
  test("before the response head ends the request", async () => {
    const { server, log, post } = await setUpHttp(() => {});
    const control = new AbortController();
    const delivery = post(call, { signal: control.signal });
    await vi.waitFor(() => expect(server.open()).toBe(1));
    control.abort();
    expect(await delivery).toEqual({ kind: "aborted" });
    expect(logSummary(log)).toEqual([sent, "none http-end aborted"]);
    await vi.waitFor(() => expect(server.open()).toBe(0));
  });

  test("within the stream keeps what arrived", async () => {
    const { server, log, received, post } = await setUpHttp((response) => {
      response.writeHead(200, sse).write(`data: ${notification}\n\ndata: {`);
    });
    const control = new AbortController();
    const delivery = post(call, { signal: control.signal });
    await vi.waitFor(() => expect(received).toHaveLength(1));
    control.abort();
    expect(await delivery).toEqual({ kind: "aborted" });
    expect(logSummary(log).slice(-2)).toEqual(["in frame sse rest", "none http-end aborted"]);
    await vi.waitFor(() => expect(server.open()).toBe(0));
  });
});

describe("headers", () => {
  test("of a POST before negotiation", async () => {
    const { server, post } = await setUpHttp((response) => response.writeHead(202).end());
    await post(notification);
    expect(server.heard[0]?.headers).toMatchObject({
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    });
    expect(server.heard[0]?.headers).not.toHaveProperty("mcp-protocol-version");
    expect(server.heard[0]?.headers).not.toHaveProperty("mcp-session-id");
  });

  const revisions: readonly (readonly [revision: string, header: string | undefined])[] = [
    ["2024-11-05", undefined],
    ["2025-03-26", undefined],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2099-01-01", "2099-01-01"],
  ];
  test.each(revisions)("after %s was agreed have the version %s", async (revision, header) => {
    const { server, transport, post } = await setUpHttp((response) =>
      response.writeHead(202).end(),
    );
    transport.negotiated(revision);
    await post(notification);
    expect(server.heard[0]?.headers["mcp-protocol-version"]).toBe(header);
  });

  test("that the user set override ours, and those of one frame override both", async () => {
    const { server, log, transport, post } = await setUpHttp(
      (response) => response.writeHead(202).end(),
      {
        headers: [
          ["accept", "text/plain"],
          ["X-Key", "from the connection"],
        ],
      },
    );
    transport.negotiated("2025-11-25");
    await post(notification);
    await post(notification, {
      headers: [
        ["x-key", "from the frame"],
        ["mcp-protocol-version", "1999-01-01"],
      ],
    });
    expect(server.heard.map(({ headers }) => [headers.accept, headers["x-key"]])).toEqual([
      ["text/plain", "from the connection"],
      ["text/plain", "from the frame"],
    ]);
    expect(server.heard[1]?.headers["mcp-protocol-version"]).toBe("1999-01-01");
    const names = log
      .snapshot()
      .entries.flatMap((entry) =>
        entry.kind === "message" ? [entry.http?.headers.map(([name]) => name.toLowerCase())] : [],
      );
    expect(names[1]?.toSorted()).toEqual([
      "accept",
      "content-type",
      "mcp-protocol-version",
      "x-key",
    ]);
  });

  test("that repeat the message are overridden by those the user set, and are not secret", async () => {
    const { server, log, post, transport } = await setUpHttp(
      (response) => response.writeHead(202).end(),
      {
        headers: [
          ["Mcp-Method", "mine"],
          ["X-Key", "mine"],
        ],
      },
    );
    transport.negotiated("2025-11-25");
    const mirror = (message: unknown): Header[] => [
      ["MCP-Protocol-Version", "2026-07-28"],
      ["Mcp-Method", "theirs"],
      ["Mcp-Param-A", "a"],
      ["Mcp-Param-B", (message as { method: string }).method],
    ];
    await post(notification, { mirror });
    expect(server.heard[0]?.headers).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "mine",
      "mcp-param-a": "a",
      "mcp-param-b": JSON.parse(notification).method,
    });
    const secrets = log.snapshot().entries[0]?.secrets;
    expect(secrets?.map(({ part }) => part)).toEqual(["header:x-key"]);
  });

  test("that the user set, for the connection or one frame, are secrets in the log", async () => {
    const { log, post } = await setUpHttp((response) => response.writeHead(202).end(), {
      headers: [["X-Key", "12345"]],
    });
    await post(notification, { headers: [["X-Other", "123"]] });
    expect(log.snapshot().entries[0]?.secrets).toEqual([
      { part: "header:x-key", start: 0, end: 5, kind: "header" },
      { part: "header:x-other", start: 0, end: 3, kind: "header" },
    ]);
  });

  test("that cannot be sent fail the frame", async () => {
    const { post } = await setUpHttp(() => {}, { headers: [["X-Key", "a\nb"]] });
    expect(await post(call)).toMatchObject(
      failed({ code: "network", reason: expect.stringMatching(/header/i) }),
    );
  });
});

test("userinfo and query values of a URL are secrets in the log", async () => {
  const { server, log, transport, post } = await setUpHttp((response) =>
    response.writeHead(405).end(),
  );
  const url = `${server.url}?key=12345`;
  const secret = makeConnection(createStreamableHttp, { url });
  await secret.transport.open(secret.receiver);
  await secret.post(notification);
  secret.transport.listen();
  await vi.waitFor(() => expect(logSummary(secret.log)).toHaveLength(6));
  const marked = secret.log
    .snapshot()
    .entries.filter((entry) => entry.secrets.some(({ part }) => part === "url"));
  expect(marked.map(({ kind }) => kind)).toEqual([
    "message",
    "http-response",
    "http-request",
    "http-response",
  ]);
  const [span] = marked[0]?.secrets ?? [];
  expect(url.slice(span?.start, span?.end)).toBe("12345");
  await post(notification);
  await transport.close();
  expect(log.snapshot().entries.flatMap(({ secrets }) => secrets)).toEqual([]);
});

/** Answers `initialize` with a session, and other requests with a given handler. */
function withSession(then: HttpScript): HttpScript {
  return (response, heard, nth) => {
    if (!heard.body.includes('"initialize"')) return then(response, heard, nth);
    response.writeHead(200, { ...json, "mcp-session-id": "secret-session" }).end(result(0));
  };
}

describe("the session", () => {
  test("is sent with every later request and masked in the log", async () => {
    const { server, transport, log, post } = await setUpHttp(
      withSession((response, { method }) => response.writeHead(method === "GET" ? 405 : 202).end()),
    );
    await post(request(0, "initialize"));
    await post(notification);
    transport.listen();
    await vi.waitFor(() => expect(logSummary(log).at(-1)).toBe("none http-end complete"));
    await vi.waitFor(() => expect(server.heard).toHaveLength(3));
    await transport.close();
    expect(server.heard.map(({ method, headers }) => [method, headers["mcp-session-id"]])).toEqual([
      ["POST", undefined],
      ["POST", "secret-session"],
      ["GET", "secret-session"],
      ["DELETE", "secret-session"],
    ]);
    const marked = log
      .snapshot()
      .entries.filter(({ secrets }) => secrets.some(({ kind }) => kind === "session-id"));
    expect(marked.map(({ kind }) => kind)).toEqual([
      "http-response",
      "message",
      "http-request",
      "http-request",
    ]);
  });

  test("is taken from the answer to initialize only", async () => {
    const { server, post } = await setUpHttp((response) =>
      response.writeHead(200, { ...json, "mcp-session-id": "unasked" }).end(result(1)),
    );
    await post(call);
    await post(call);
    expect(server.heard[1]?.headers).not.toHaveProperty("mcp-session-id");
  });

  test("is taken from the head of a stream, before the stream ends", async () => {
    const { server, post, received } = await setUpHttp((response, { body }) => {
      response.writeHead(200, { ...sse, "mcp-session-id": "s" }).write(`data: ${result(0)}\n\n`);
      if (!body.includes("initialize")) response.end();
    });
    void post(request(0, "initialize"));
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await post(notification);
    expect(server.heard[1]?.headers["mcp-session-id"]).toBe("s");
  });

  test("is lost when a request that carries it gets 404", async () => {
    const { received, post } = await setUpHttp(
      withSession((response) => response.writeHead(404, html).end(page)),
    );
    await post(request(0, "initialize"));
    expect(await post(call)).toEqual(failed({ code: "session-lost", status: 404 }));
    expect(received).toEqual([result(0)]);
  });

  test("is lost if the 404 has an error without an id, which is not the answer", async () => {
    const gone =
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}';
    const { log, received, post } = await setUpHttp(
      withSession((response) => response.writeHead(404, json).end(gone)),
    );
    await post(request(0, "initialize"));
    expect(await post(call)).toEqual(failed({ code: "session-lost", status: 404 }));
    expect(received).toEqual([result(0)]);
    expect(logSummary(log)).toContain("in message http error null -32001");
  });
});

describe("a lost session", () => {
  test("is removed: the next initialize has neither its id nor the revision", async () => {
    let known = "first";
    const { server, transport, post } = await setUpHttp((response, { headers, body }) => {
      if (body.includes('"initialize"')) {
        return response.writeHead(200, { ...json, "mcp-session-id": known }).end(result(0));
      }
      response.writeHead(headers["mcp-session-id"] === known ? 202 : 404).end();
    });
    await post(request(0, "initialize"));
    transport.negotiated("2025-11-25");
    expect(transport.sessionId()).toBe("first");
    known = "second";
    expect(await post(notification)).toEqual(failed({ code: "session-lost", status: 404 }));
    expect(transport.sessionId()).toBeUndefined();
    await post(request(0, "initialize"));
    expect(server.heard[2]?.headers).not.toHaveProperty("mcp-session-id");
    expect(server.heard[2]?.headers).not.toHaveProperty("mcp-protocol-version");
    expect(await post(notification)).toEqual({ kind: "answered", status: 202 });
    expect(transport.sessionId()).toBe("second");
  });

  test("that was replaced in the meantime does not affect the new one", async () => {
    let answerLate = () => {};
    let sessions = 0;
    const { transport, server, post } = await setUpHttp((response, { body }) => {
      if (body.includes('"initialize"')) {
        response.writeHead(200, { ...json, "mcp-session-id": `s${++sessions}` }).end(result(0));
      } else {
        answerLate = () => response.writeHead(404).end();
      }
    });
    await post(request(0, "initialize"));
    const late = post(call);
    await vi.waitFor(() => expect(server.heard).toHaveLength(2));
    await post(request(0, "initialize"));
    answerLate();
    expect(await late).toEqual(failed({ code: "session-lost", status: 404 }));
    expect(transport.sessionId()).toBe("s2");
  });

  test("is not deleted on close", async () => {
    const { server, transport, post } = await setUpHttp(
      withSession((response) => response.writeHead(404).end()),
    );
    await post(request(0, "initialize"));
    await post(notification);
    await transport.close();
    expect(server.heard.map(({ method }) => method)).toEqual(["POST", "POST"]);
  });
});

test("a session of another client is used and not deleted on close", async () => {
  const { server, transport, post } = await setUpHttp((response) => response.writeHead(202).end(), {
    sessionId: "theirs",
  });
  transport.negotiated("2025-06-18");
  expect(transport.sessionId()).toBe("theirs");
  await post(notification);
  await transport.close();
  expect(
    server.heard.map(({ method, headers }) => [
      method,
      headers["mcp-session-id"],
      headers["mcp-protocol-version"],
    ]),
  ).toEqual([["POST", "theirs", "2025-06-18"]]);
});

describe("close", () => {
  test("without a session sends nothing", async () => {
    const { server, transport } = await setUpHttp(() => {});
    await transport.close();
    expect(server.heard).toEqual([]);
  });

  test.each([200, 204, 405])("with a session sends DELETE and accepts %i", async (status) => {
    const { server, transport, log, post } = await setUpHttp(
      withSession((response) => response.writeHead(status).end()),
    );
    await post(request(0, "initialize"));
    transport.negotiated("2025-11-25");
    await transport.close();
    await transport.close();
    expect(server.heard.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
    expect(server.heard[1]?.headers["mcp-protocol-version"]).toBe("2025-11-25");
    expect(logSummary(log).slice(-3)).toEqual([
      "out http-request DELETE",
      `in http-response ${status}`,
      "none http-end complete",
    ]);
  });

  test("waits at most two seconds for the server", async () => {
    const { transport, clock, log, post } = await setUpHttp(withSession(() => {}));
    await post(request(0, "initialize"));
    const closed = transport.close();
    await vi.waitFor(() => expect(clock.waits()).toEqual([2000]));
    clock.advance(2000);
    await closed;
    expect(logSummary(log).at(-1)).toBe("none http-end aborted");
  });

  test("ends exchanges in progress and starts no others", async () => {
    const { server, transport, post } = await setUpHttp((response, { method }) => {
      if (method === "GET") response.writeHead(200, sse).flushHeaders();
    });
    const delivery = post(call);
    transport.listen();
    await vi.waitFor(() => expect(server.open()).toBe(2));
    await transport.close();
    expect(await delivery).toEqual({ kind: "aborted" });
    await vi.waitFor(() => expect(server.open()).toBe(0));
    expect(await post(call)).toEqual({ kind: "aborted" });
    expect(server.heard).toHaveLength(2);
  });
});
