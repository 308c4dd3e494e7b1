import { describe, expect, test, vi } from "vitest";
import { encodeText } from "../../core/bytes.ts";
import { logSummary } from "../../log/logSummary.fixture.ts";
import { createMessagePairs } from "../../log/messagePairs.ts";
import type { HttpScript } from "./scriptedHttp.fixture.ts";
import { createSlots } from "./slots.ts";
import {
  answered,
  json,
  makeConnection,
  notification,
  request,
  result,
  setUpHttp,
  sse,
} from "./streamableHttp.fixture.ts";
import { createStreamableHttp } from "./streamableHttp.ts";

/** Opens a stream for every request and leaves it open; accepts other messages. */
const holdRequests: HttpScript = (response, { method, body }) => {
  const isLong = method === "GET" || body.includes('"method":"tools/call"');
  if (isLong) return response.writeHead(200, sse).flushHeaders();
  return response.writeHead(202).end();
};

describe("while every slot is taken", () => {
  async function setUp() {
    const all = await setUpHttp(holdRequests, { slots: createSlots(2) });
    const controls = [1, 2].map((id) => {
      const control = new AbortController();
      void all.post(request(id), { signal: control.signal });
      return control;
    });
    await vi.waitFor(() => expect(all.server.open()).toBe(2));
    return { ...all, controls };
  }

  test.each([
    ["a notification", notification],
    ["an answer", result(9)],
    ["bytes that are not a message", "{"],
    ["an invalid answer", '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}'],
  ])("%s gets through", async (_name, text) => {
    const { transport } = await setUp();
    const { queued, delivery } = transport.send(encodeText(text));
    expect(queued).toBeUndefined();
    expect(await delivery).toEqual(answered(202));
  });

  test.each(["completion/complete", "ping", "tools/list"])(
    "%s is sent, and is in the log as such",
    async (method) => {
      const { transport, server } = await setUp();
      const { entry, queued } = transport.send(encodeText(request(9, method)));
      expect([queued, entry.queued]).toEqual([undefined, undefined]);
      await vi.waitFor(() => expect(server.heard.at(-1)?.body.toString()).toContain(method));
    },
  );

  test("DELETE is sent", async () => {
    const slots = createSlots(2);
    const { server, transport, post } = await setUpHttp(
      (response, { method, body }) => {
        if (body.includes('"initialize"')) {
          return response.writeHead(200, { ...json, "mcp-session-id": "s" }).end(result(0));
        }
        if (method === "DELETE") response.writeHead(204).end();
      },
      { slots },
    );
    await post(request(0, "initialize"));
    const { origin } = new URL(server.url);
    for (let taken = 0; taken < 2; taken++) slots.take(origin, "call", () => {});
    await transport.close();
    expect(server.heard.at(-1)?.method).toBe("DELETE");
  });

  test.each([
    ["a request", request(3)],
    ["a batch with a request in it", `[${notification},${request(3)}]`],
    ["an invalid request", '{"jsonrpc":"1.0","id":3,"method":"tools/call"}'],
  ])("%s is queued, and the queueing is logged", async (_name, text) => {
    const { server, transport, clock, controls, log } = await setUp();
    const { entry, queued } = transport.send(encodeText(text));
    expect(entry.queued).toBe("connections");
    clock.advance(500);
    expect(server.heard).toHaveLength(2);
    controls[0]?.abort();
    expect(await queued).toBe(500);
    await vi.waitFor(() => expect(server.heard).toHaveLength(3));
    const start = log.snapshot().entries.find(({ kind }) => kind === "http-start");
    expect(start).toMatchObject({ at: 500, exchangeId: entry.exchangeId, direction: "out" });
  });

  test("an aborted request is never sent and blocks no other", async () => {
    const { server, transport, controls, log } = await setUp();
    const control = new AbortController();
    const { queued, delivery } = transport.send(encodeText(request(3)), {
      signal: control.signal,
    });
    const left = vi.fn();
    void queued?.then(left);
    transport.send(encodeText(request(4)));
    control.abort();
    expect(await delivery).toEqual({ kind: "aborted" });
    expect(logSummary(log).at(-1)).toBe("none http-end never-sent");
    controls[0]?.abort();
    await vi.waitFor(() => expect(server.heard).toHaveLength(3));
    expect(server.heard[2]?.body.toString()).toBe(request(4));
    expect(left).not.toHaveBeenCalled();
  });

  test("closing the connection aborts queued requests", async () => {
    const { server, transport } = await setUp();
    const { delivery } = transport.send(encodeText(request(3)));
    await transport.close();
    expect(await delivery).toEqual({ kind: "aborted" });
    expect(server.heard).toHaveLength(2);
  });

  test("another connection waits for the same slots", async () => {
    const slots = createSlots(1);
    const { server, post } = await setUpHttp(holdRequests, { slots });
    const other = makeConnection(createStreamableHttp, { url: server.url, slots });
    await other.transport.open(other.receiver);
    const control = new AbortController();
    void post(request(1), { signal: control.signal });
    const { queued } = other.transport.send(encodeText(request(1)));
    expect(queued).toBeInstanceOf(Promise);
    control.abort();
    expect(await queued).toBe(0);
  });
});

test("the end of an exchange frees its slot, and queueing does not count as answer time", async () => {
  const { server, clock, log, post } = await setUpHttp(
    async (response, { body }) => {
      const { id } = JSON.parse(body.toString());
      if (id === 1) await vi.waitFor(() => expect(clock.now()).toBe(40));
      response.writeHead(200, json).end(result(id));
    },
    { slots: createSlots(1) },
  );
  const first = post(request(1));
  const second = post(request(2));
  await vi.waitFor(() => expect(server.heard).toHaveLength(1));
  clock.advance(40);
  expect(await Promise.all([first, second])).toEqual([answered(), answered()]);
  const messagePairs = createMessagePairs();
  messagePairs.update(log.snapshot());
  expect(messagePairs.of(0)).toMatchObject({ ms: 40 });
  expect(messagePairs.of(0)).not.toHaveProperty("waitedMs");
  expect(messagePairs.of(1)).toMatchObject({ ms: 0, waitedMs: 40 });
});

test("long-lived streams leave a slot for requests", async () => {
  const slots = createSlots(2);
  const { server, transport, log, post } = await setUpHttp(
    (response, { method, body }) => {
      if (method === "GET") return response.writeHead(200, sse).flushHeaders();
      response.writeHead(200, json).end(result(JSON.parse(body.toString()).id));
    },
    { slots },
  );
  transport.listen();
  transport.listen();
  await vi.waitFor(() => expect(server.open()).toBe(1));
  expect(await post(request(1))).toEqual(answered());
  expect(server.heard.map(({ method }) => method)).toEqual(["GET", "POST"]);
  const listen = request(2, "subscriptions/listen");
  expect(transport.send(encodeText(listen)).queued).toBeInstanceOf(Promise);
  expect(logSummary(log)).not.toContain("out http-start");
});

test("without slots nothing is queued", async () => {
  const { server, transport } = await setUpHttp(holdRequests);
  for (let id = 1; id <= 8; id++) {
    expect(transport.send(encodeText(request(id)))).not.toHaveProperty("queued");
  }
  await vi.waitFor(() => expect(server.open()).toBe(8));
});
