import { describe, expect, test, vi } from "vitest";
import { logSummary } from "../../log/logSummary.fixture.ts";
import type { ServerAvailability, StreamWait } from "./httpOptions.ts";
import { breakOff, writePieces } from "./scriptedHttp.fixture.ts";
import {
  answered,
  failed,
  notification,
  request,
  result,
  setUpHttp,
  sse,
} from "./streamableHttp.fixture.ts";

const call = request(1);
const sent = "out message http request 1 tools/call";

describe("the GET stream", () => {
  test("receives messages from the server", async () => {
    const { server, transport, received, log } = await setUpHttp((response) => {
      response.writeHead(200, sse).write(`data: ${notification}\n\n`);
    });
    transport.listen();
    await vi.waitFor(() => expect(received).toEqual([notification]));
    expect(server.heard[0]).toMatchObject({
      method: "GET",
      headers: { accept: "text/event-stream" },
    });
    expect(logSummary(log)).toEqual([
      "out http-request GET",
      "in http-response 200",
      "in message sse notification notifications/message",
    ]);
  });

  test.each([405, 404, 400, 500])("may be rejected with %i and is not retried", async (status) => {
    const { server, transport, clock, log } = await setUpHttp((response) =>
      response.writeHead(status).end(),
    );
    transport.listen();
    await vi.waitFor(() => expect(logSummary(log)).toContain("none http-end complete"));
    expect(clock.waits()).toEqual([]);
    expect(server.heard).toHaveLength(1);
  });

  test("is opened once a second in the end, if the server ends each one and asks for no time", async () => {
    const { server, transport, clock } = await setUpHttp((response, _, nth) =>
      response.writeHead(200, sse).end(`id: e${nth}\nretry: 0\ndata:\n\n`),
    );
    transport.listen();
    for (const [nth, ms] of [0, 100, 200, 400, 800, 1000, 1000].entries()) {
      await vi.waitFor(() => expect(clock.waits()).toEqual([ms]));
      expect(server.heard).toHaveLength(nth + 1);
      clock.advance(ms);
    }
  });

  test("is resumed at its last event, after the server's reconnection time", async () => {
    const { server, transport, clock, received } = await setUpHttp(async (response, _, nth) => {
      response.writeHead(200, sse);
      await writePieces(response, [
        `id: e${nth}\nretry: ${nth}00\ndata: ${result(nth)}\n\n`,
        "data: {",
      ]);
      if (nth === 1) response.end();
      if (nth === 2) breakOff(response);
    });
    transport.listen();
    await vi.waitFor(() => expect(clock.waits()).toEqual([100]));
    clock.advance(100);
    await vi.waitFor(() => expect(clock.waits()).toEqual([200]));
    clock.advance(200);
    await vi.waitFor(() => expect(received).toEqual([result(1), result(2), result(3)]));
    expect(server.heard.map(({ headers }) => headers["last-event-id"])).toEqual([
      undefined,
      "e1",
      "e2",
    ]);
  });

  test("is tried again behind a proxy that says it does not answer now, more rarely each time", async () => {
    const waits: (StreamWait | undefined)[] = [];
    const availability: ServerAvailability = {
      answered() {},
      unanswered() {},
      brokenOff() {},
      whenAvailable: () => Promise.resolve(),
      streamWaits: (wait) => waits.push(wait),
    };
    const { transport, clock, received } = await setUpHttp(
      (response, _, nth) => {
        if (nth > 1 && nth < 5) return void response.writeHead(500 + nth).end();
        response.writeHead(200, sse).write(`id: e${nth}\ndata: ${notification}\n\n`);
        if (nth === 1) response.end();
      },
      { availability },
    );
    transport.listen();
    for (const ms of [1000, 2000, 4000, 8000]) {
      await vi.waitFor(() => expect(clock.waits()).toEqual([ms]));
      clock.advance(ms);
    }
    await vi.waitFor(() => expect(received).toHaveLength(2));
    expect(waits.map((wait) => wait?.tries)).toEqual([undefined, 1, 2, 3, undefined]);
  });

  test("restarts without an id after the server cleared it", async () => {
    const { server, transport, clock } = await setUpHttp((response, _heard, nth) => {
      if (nth === 1) response.writeHead(200, sse).end("id: a\ndata: 1\n\nid\ndata: 2\n\n");
    });
    transport.listen();
    await vi.waitFor(() => expect(clock.waits()).toEqual([1000]));
    clock.advance(1000);
    await vi.waitFor(() => expect(server.heard).toHaveLength(2));
    expect(server.heard[1]?.headers).not.toHaveProperty("last-event-id");
  });

  test("is reopened as long as it delivers something, with an id or without", async () => {
    const { transport, clock, received } = await setUpHttp((response) =>
      response.writeHead(200, sse).end(`data: ${notification}\n\n`),
    );
    transport.listen();
    for (let times = 1; times <= 8; times++) {
      await vi.waitFor(() => expect(clock.waits()).toEqual([1000]));
      expect(received).toHaveLength(times);
      clock.advance(1000);
    }
  });

  test("stops after five attempts without messages", async () => {
    const { server, transport, clock, log } = await setUpHttp((response) =>
      response.writeHead(200, sse).end(": nothing to say\n\n"),
    );
    transport.listen();
    for (let attempt = 1; attempt <= 5; attempt++) {
      await vi.waitFor(() => expect(clock.waits()).toEqual([1000]));
      clock.advance(1000);
    }
    await vi.waitFor(() =>
      expect(logSummary(log).filter((words) => words.includes("http-end"))).toHaveLength(6),
    );
    expect(clock.waits()).toEqual([]);
    expect(server.heard).toHaveLength(6);
  });
});

describe("the GET stream of a server behind a proxy", () => {
  test("that closes it when idle is reopened without limit", async () => {
    const { server, transport, clock, log } = await setUpHttp(async (response, _heard, nth) => {
      response.writeHead(200, sse).flushHeaders();
      await vi.waitFor(() => expect(logSummary(log)).toHaveLength(3 * nth - 1));
      clock.advance(10_000);
      response.end();
    });
    transport.listen();
    for (let times = 1; times <= 8; times++) {
      await vi.waitFor(() => expect(clock.waits()).toEqual([1000]));
      expect(server.heard).toHaveLength(times);
      clock.advance(1000);
    }
  });

  test.each([
    ["a page", { "content-type": "text/html" }, "<h1>Hello</h1>"],
    ["a message as JSON", { "content-type": "application/json" }, notification],
    ["nothing", {}, ""],
  ])("that answers with %s instead is requested once", async (_name, headers, body) => {
    const { server, transport, clock, log } = await setUpHttp((response) =>
      response.writeHead(200, headers).end(body),
    );
    transport.listen();
    await vi.waitFor(() => expect(logSummary(log)).toContain("none http-end complete"));
    expect(clock.waits()).toEqual([]);
    expect(server.heard).toHaveLength(1);
  });

  test("that answers so later is not retried", async () => {
    const { server, transport, clock, log } = await setUpHttp((response, _heard, nth) => {
      if (nth === 1) return response.writeHead(200, sse).end(`data: ${notification}\n\n`);
      response.writeHead(200, { "content-type": "application/json" }).end(notification);
    });
    transport.listen();
    await vi.waitFor(() => expect(clock.waits()).toEqual([1000]));
    clock.advance(1000);
    await vi.waitFor(() =>
      expect(logSummary(log).filter((words) => words.includes("http-end"))).toHaveLength(2),
    );
    expect(clock.waits()).toEqual([]);
    expect(server.heard).toHaveLength(2);
  });
});

describe("where the revision has no GET", () => {
  const modern = "2026-07-28";

  test("no stream is opened", async () => {
    const { server, transport, log } = await setUpHttp(() => {});
    transport.negotiated(modern);
    transport.listen();
    expect(logSummary(log)).toEqual([]);
    expect(server.heard).toEqual([]);
  });

  test("a stream that ended early is not resumed", async () => {
    const { server, clock, post } = await setUpHttp((response) =>
      response.writeHead(200, sse).end("id: first\ndata:\n\n"),
    );
    const headers = [["MCP-Protocol-Version", modern]] as const;
    expect(await post(call, { headers })).toEqual(answered());
    expect(clock.waits()).toEqual([]);
    expect(server.heard).toHaveLength(1);
  });
});

describe("a stream that a POST opened", () => {
  test("is resumed with GET until the answer arrives", async () => {
    const { server, clock, received, log, post } = await setUpHttp((response, _heard, nth) => {
      response.writeHead(200, sse);
      if (nth === 1) response.end("id: first\nretry: 40\ndata:\n\n");
      else response.end(`id: second\ndata: ${result(1)}\n\n`);
    });
    const delivery = post(call);
    await vi.waitFor(() => expect(clock.waits()).toEqual([40]));
    clock.advance(40);
    expect(await delivery).toEqual(answered());
    expect(received).toEqual([result(1)]);
    expect(server.heard.map(({ method, headers }) => [method, headers["last-event-id"]])).toEqual([
      ["POST", undefined],
      ["GET", "first"],
    ]);
    expect(logSummary(log)).toEqual([
      sent,
      "in http-response 200",
      "in frame sse stream-metadata",
      "none http-end complete",
      "out http-request GET",
      "in http-response 200",
      "in message sse result 1",
      "none http-end complete",
    ]);
  });

  test("is resumed after the connection broke", async () => {
    const { clock, post } = await setUpHttp(async (response, _heard, nth) => {
      response.writeHead(200, sse);
      if (nth === 2) return response.end(`data: ${result(1)}\n\n`);
      await writePieces(response, ["id: first\ndata: 1\n\n", "data: {"]);
      breakOff(response);
    });
    const delivery = post(call);
    await vi.waitFor(() => expect(clock.waits()).toEqual([1000]));
    clock.advance(1000);
    expect(await delivery).toEqual(answered());
  });

  test("is not resumed if everything is answered or there was no id", async () => {
    const { server, clock, post } = await setUpHttp((response, { body }) => {
      const id = body.includes("with-id") ? "id: 7\n" : "";
      response.writeHead(200, sse).end(`${id}data: ${id ? result(1) : notification}\n\n`);
    });
    expect(await post(request(1, "with-id"))).toEqual(answered());
    expect(await post(request(1, "without"))).toEqual(answered());
    expect(clock.waits()).toEqual([]);
    expect(server.heard.map(({ method }) => method)).toEqual(["POST", "POST"]);
  });

  test("waits for every answer to a batch", async () => {
    const { clock, post } = await setUpHttp((response, _heard, nth) =>
      response.writeHead(200, sse).end(`id: ${nth}\ndata: ${result(nth)}\n\n`),
    );
    const delivery = post(`[${request(1)},${request(2)}]`);
    await vi.waitFor(() => expect(clock.waits()).toEqual([1000]));
    clock.advance(1000);
    expect(await delivery).toEqual(answered());
    expect(clock.waits()).toEqual([]);
  });

  test("is not resumed once the request was aborted", async () => {
    const { server, clock, post } = await setUpHttp((response) =>
      response.writeHead(200, sse).end("id: first\ndata:\n\n"),
    );
    const control = new AbortController();
    const delivery = post(call, { signal: control.signal });
    await vi.waitFor(() => expect(clock.waits()).toEqual([1000]));
    control.abort();
    await delivery;
    expect(clock.waits()).toEqual([]);
    expect(server.heard).toHaveLength(1);
  });

  test("ends with the request, also after it was resumed", async () => {
    const { server, clock, post } = await setUpHttp((response, _heard, nth) => {
      response.writeHead(200, sse);
      if (nth === 1) response.end("id: first\ndata:\n\n");
      else response.flushHeaders();
    });
    const control = new AbortController();
    const delivery = post(call, { signal: control.signal });
    await vi.waitFor(() => expect(clock.waits()).toEqual([1000]));
    clock.advance(1000);
    await vi.waitFor(() => expect(server.open()).toBe(1));
    control.abort();
    expect(await delivery).toEqual({ kind: "aborted" });
    await vi.waitFor(() => expect(server.open()).toBe(0));
  });

  test("of a server without GET stays broken", async () => {
    const { clock, post } = await setUpHttp(async (response, { method }) => {
      if (method === "GET") return response.writeHead(405).end();
      response.writeHead(200, sse);
      await writePieces(response, ["id: first\ndata: 1\n\n"]);
      breakOff(response);
    });
    const delivery = post(call);
    await vi.waitFor(() => expect(clock.waits()).toEqual([1000]));
    clock.advance(1000);
    expect(await delivery).toMatchObject(failed({ code: "stream-broken" }));
  });
});
