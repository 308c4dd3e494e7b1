import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startEverything } from "../../../e2e/servers/everything.ts";
import { decodeText, encodeText } from "../../core/bytes.ts";
import { systemClock } from "../../core/clock.ts";
import { logSummary } from "../../log/logSummary.fixture.ts";
import { breakOff, type HttpScript, startScriptedHttp } from "../http/scriptedHttp.fixture.ts";
import { createSlots } from "../http/slots.ts";
import {
  failed,
  html,
  json,
  makeConnection,
  notification,
  page,
  request,
  result,
  sse,
} from "../http/streamableHttp.fixture.ts";
import { createHttpSse, type HttpSseOptions } from "./httpSse.ts";

const call = request(1);
const endpoint = (data: string) => `event: endpoint\ndata: ${data}\n\n`;

/** Answers GET with a stream that starts with the endpoint, and POST with a given handler. */
function withStream(then: HttpScript, data = "/messages?sessionId=secret"): HttpScript {
  return (response, heard, nth) => {
    if (heard.method === "GET") return response.writeHead(200, sse).write(endpoint(data));
    return then(response, heard, nth);
  };
}

async function setUp(script: HttpScript, options: Partial<HttpSseOptions> = {}) {
  const server = await startScriptedHttp(script);
  const connection = makeConnection(createHttpSse, { url: server.url, ...options });
  const opened = connection.transport.open(connection.receiver);
  onTestFinished(() => connection.transport.close());
  return { server, opened, ...connection };
}

describe("an exchange of messages", () => {
  test("posts to the endpoint and is answered on the stream", async () => {
    let answer = (_text: string) => {};
    const { server, opened, received, log, post } = await setUp((response, heard) => {
      if (heard.method === "GET") {
        answer = (text) => response.write(`event: message\ndata: ${text}\n\n`);
        return response.writeHead(200, sse).write(endpoint("messages?id=7"));
      }
      response.writeHead(202).end("Accepted");
      answer(result(1));
    });
    expect(await opened).toBeUndefined();
    expect(await post(call)).toEqual({ kind: "delivered" });
    await vi.waitFor(() => expect(received).toEqual([result(1)]));
    expect(server.heard.map(({ method, url }) => [method, url])).toEqual([
      ["GET", "/mcp"],
      ["POST", "/messages?id=7"],
    ]);
    expect(server.heard[1]?.body.toString()).toBe(call);
    expect(server.heard[1]?.headers["content-type"]).toBe("application/json");
    const { entries } = log.snapshot();
    expect(logSummary(log).toSorted()).toEqual(
      [
        "out http-request GET",
        "in http-response 200",
        "in frame sse endpoint",
        "out message http request 1 tools/call",
        "in http-response 202",
        "in frame http body",
        "none http-end complete",
        "in message sse result 1",
      ].toSorted(),
    );
    const ids = (kind: string) =>
      entries.filter((entry) => entry.kind === kind).map(({ exchangeId }) => exchangeId);
    expect(new Set(ids("http-response")).size).toBe(2);
  });

  test("has the user's headers and the agreed revision", async () => {
    const { server, opened, transport, log, post } = await setUp(
      withStream((response) => response.writeHead(202).end()),
      { headers: [["X-Key", "12345"]] },
    );
    await opened;
    await post(notification);
    transport.negotiated("2025-06-18");
    await post(notification, { headers: [["X-Key", "other"]] });
    expect(
      server.heard.map(({ headers }) => [headers["x-key"], headers["mcp-protocol-version"]]),
    ).toEqual([
      ["12345", undefined],
      ["12345", undefined],
      ["other", "2025-06-18"],
    ]);
    const marked = log.snapshot().entries.filter(({ secrets }) => secrets.length > 0);
    expect(marked.map(({ kind }) => kind)).toEqual([
      "http-request",
      "frame",
      "message",
      "http-response",
      "message",
      "http-response",
    ]);
  });

  test("masks the session id of the endpoint in the log", async () => {
    const { opened, log } = await setUp(withStream(() => {}, "/m?name=ä&sessionId=secret"));
    await opened;
    const entry = log.snapshot().entries.find(({ kind }) => kind === "frame");
    const bytes = await log.read(entry?.seq ?? -1);
    expect(
      entry?.secrets.map(({ part, start, end }) => [part, decodeText(bytes.slice(start, end))]),
    ).toEqual([
      ["body", "ä"],
      ["body", "secret"],
    ]);
  });

  test("accepts an answer in the response to the POST", async () => {
    const { opened, received, post } = await setUp(
      withStream((response) => response.writeHead(200, json).end(result(1))),
    );
    await opened;
    expect(await post(call)).toEqual({ kind: "delivered" });
    expect(received).toEqual([result(1)]);
  });

  test("continues after a rejected POST", async () => {
    const { opened, closedBy, post } = await setUp(
      withStream((response, { body }) =>
        response.writeHead(body.includes("bad") ? 400 : 202, html).end(page),
      ),
    );
    await opened;
    expect(await post(request(1, "bad"))).toMatchObject(
      failed({ code: "http-status", status: 400, body: page }),
    );
    expect(await post(request(2, "good"))).toEqual({ kind: "delivered" });
    expect(closedBy).toEqual([]);
  });
});

describe("opening fails", () => {
  test.each([
    ["an error status", 401, html, page, { code: "http-status", status: 401 }],
    ["a page", 200, html, page, { code: "not-mcp", contentType: "text/html" }],
    ["a message", 200, json, notification, { code: "no-endpoint" }],
    ["a stream with only a comment", 200, sse, ": hello\n\n", { code: "no-endpoint" }],
    ["an empty endpoint", 200, sse, "event: endpoint\ndata:\n\n", { code: "no-endpoint" }],
  ])("of %s", async (_name, status, headers, body, failure) => {
    const { opened, closedBy } = await setUp((response) =>
      response.writeHead(status, headers).end(body),
    );
    expect(await opened).toMatchObject(failure);
    expect(closedBy).toEqual([]);
  });

  test("if no endpoint arrives in time", async () => {
    const { server, opened, clock, log } = await setUp(
      (response) => response.writeHead(200, sse).flushHeaders(),
      { endpointTimeoutMs: 300 },
    );
    await vi.waitFor(() => expect(logSummary(log)).toContain("in http-response 200"));
    clock.advance(300);
    expect(await opened).toEqual({ code: "no-endpoint", url: server.url, afterMs: 300 });
    await vi.waitFor(() => expect(server.open()).toBe(0));
  });

  test.each(["http://localhost:1/messages", "//example.com/", "http://"])(
    "messages are not sent to %s",
    async (data) => {
      const { server, opened, clock } = await setUp(withStream(() => {}, data));
      expect(await opened).toEqual({ code: "foreign-endpoint", url: server.url, endpoint: data });
      await vi.waitFor(() => expect(server.open()).toBe(0));
      expect(clock.waits()).toEqual([]);
    },
  );

  test("nothing can be sent before opening", async () => {
    const { transport } = await setUp(() => {});
    expect(() => transport.send(encodeText(call))).toThrow(/Open/);
  });
});

describe("the end", () => {
  test.each([
    ["ends", "end" as const, { code: "stream-broken" }],
    ["breaks", "break" as const, { code: "stream-broken" }],
  ])("comes when the stream %s", async (_name, how, failure) => {
    let stop = () => {};
    const { opened, closedBy } = await setUp((response) => {
      response.writeHead(200, sse).write(endpoint("/m"));
      stop = () => void (how === "end" ? response.end() : breakOff(response));
    });
    await opened;
    stop();
    await vi.waitFor(() => expect(closedBy).toMatchObject([failure]));
  });

  test("by the client is not reported, and nothing is sent after it", async () => {
    const { server, opened, transport, closedBy, log, post } = await setUp(withStream(() => {}));
    await opened;
    await transport.close();
    await vi.waitFor(() => expect(server.open()).toBe(0));
    expect(await post(call)).toEqual({ kind: "aborted" });
    expect(closedBy).toEqual([]);
    expect(server.heard).toHaveLength(1);
    expect(logSummary(log).slice(-2)).toEqual([
      "out message http request 1 tools/call",
      "none http-end never-sent",
    ]);
  });
});

test("its stream occupies a slot while it is open", async () => {
  const slots = createSlots(2);
  const { server, opened, transport } = await setUp(
    withStream(() => {}),
    { slots },
  );
  await opened;
  const went = vi.fn();
  slots.take(new URL(server.url).origin, "long-lived", went);
  expect(went).not.toHaveBeenCalled();
  await transport.close();
  await vi.waitFor(() => expect(went).toHaveBeenCalledOnce());
});

test("the official example server works", async () => {
  const server = await startEverything("sse");
  onTestFinished(server.stop);
  const { transport, receiver, received, closedBy, post } = makeConnection(createHttpSse, {
    url: server.url,
    clock: systemClock,
  });
  expect(await transport.open(receiver)).toBeUndefined();
  const params =
    '{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"test","version":"0"}}';
  await post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":${params}}`);
  await vi.waitFor(() => expect(received[0]).toContain('"serverInfo"'));
  await post('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  const echo = '{"name":"echo","arguments":{"message":"ä€😀"}}';
  await post(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":${echo}}`);
  await vi.waitFor(() => expect(received.at(-1)).toContain("Echo: ä€😀"));
  await transport.close();
  expect(closedBy).toEqual([]);
});
