import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, test, vi } from "vitest";
import { logSummary } from "../log/logSummary.fixture.ts";
import {
  answered,
  failed,
  json,
  makeConnection,
  notification,
  request,
  result,
  sse,
} from "./http/streamableHttp.fixture.ts";
import { createStreamableHttp } from "./http/streamableHttp.ts";
import { createHandlerFetch, type RequestHandler } from "./inPage.ts";

const call = request(1);
const url = "https://in-page.invalid/mcp";

async function setUp(handler: RequestHandler) {
  const connection = makeConnection(createStreamableHttp, {
    url,
    fetch: createHandlerFetch(handler),
  });
  await connection.transport.open(connection.receiver);
  return connection;
}

describe("a handler", () => {
  test("receives the request and returns the response", async () => {
    const asked: unknown[] = [];
    const { post, received, log } = await setUp(async (heard) => {
      asked.push([heard.method, heard.url, heard.headers.get("accept"), await heard.text()]);
      return new Response(result(1), { headers: json });
    });
    expect(await post(call)).toEqual(answered());
    expect(asked).toEqual([["POST", url, "application/json, text/event-stream", call]]);
    expect(received).toEqual([result(1)]);
    expect(log.snapshot().entries[1]).toMatchObject({ http: { status: 200, url } });
  });

  test("may return an empty body", async () => {
    const { post } = await setUp(() => new Response(null, { status: 202 }));
    expect(await post(notification)).toEqual(answered(202));
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("on fire"))],
    [
      "throws synchronously",
      () => {
        throw new Error("on fire");
      },
    ],
  ])(
    "that %s fails the frame with the exception's message",
    async (_name, handler: RequestHandler) => {
      const { post, log } = await setUp(handler);
      expect(await post(call)).toMatchObject(
        failed({ code: "network", url, reason: expect.stringContaining("on fire") }),
      );
      expect(logSummary(log).at(-1)).toBe("none http-end failed");
    },
  );

  test("whose body fails breaks the stream", async () => {
    const { post, received } = await setUp(() => {
      let pulls = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(control) {
          if (pulls++ > 0) return control.error(new Error("on fire"));
          control.enqueue(new TextEncoder().encode(`data: ${notification}\n\n`));
        },
      });
      return new Response(body, { headers: sse });
    });
    expect(await post(call)).toMatchObject(failed({ code: "stream-broken", reason: "on fire" }));
    expect(received).toEqual([notification]);
  });
});

describe("abort", () => {
  test("before the response settles the delivery without waiting for the handler", async () => {
    const { post } = await setUp(() => new Promise(() => {}));
    const control = new AbortController();
    const delivery = post(call, { signal: control.signal });
    control.abort();
    expect(await delivery).toEqual({ kind: "aborted" });
  });

  test("within the stream ends it on both sides", async () => {
    const cancelled = vi.fn();
    const heard: Request[] = [];
    const { post, received } = await setUp((asked) => {
      heard.push(asked);
      const body = new ReadableStream<Uint8Array>({
        start: (control) => control.enqueue(new TextEncoder().encode(`data: ${notification}\n\n`)),
        cancel: cancelled,
      });
      return new Response(body, { headers: sse });
    });
    const control = new AbortController();
    const delivery = post(call, { signal: control.signal });
    await vi.waitFor(() => expect(received).toEqual([notification]));
    control.abort();
    expect(await delivery).toEqual({ kind: "aborted" });
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce());
    expect(heard[0]?.signal.aborted).toBe(true);
  });
});

test("a server of the official SDK works", async () => {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "in-page", version: "1.0.0" });
    server.registerTool("hello", { description: "Says hello" }, () => ({
      content: [{ type: "text", text: "Hello ä€😀" }],
    }));
    return server;
  });
  const { post, received } = await setUp((heard) => handler.fetch(heard));
  const hello =
    '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"0"}}';
  const send = (method: string, params: string) =>
    post(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
  expect(await send("initialize", hello)).toEqual(answered());
  expect(received.at(-1)).toContain('"name":"in-page"');
  expect(await send("tools/call", '{"name":"hello","arguments":{}}')).toEqual(answered());
  expect(received.at(-1)).toContain("Hello ä€😀");
});
