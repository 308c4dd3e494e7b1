import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { exactHeadOf } from "../../shared/log/exactHead.ts";
import { networkTimesOf } from "../../shared/log/networkTimes.ts";
import { until } from "../relay.fixture.ts";
import { failureOf, openForwarder, serve, serveRaw } from "./forward.fixture.ts";

describe("requests and responses are unchanged", () => {
  test("the request's headers keep order, case and repetition; only what HTTP requires is added", async () => {
    const { url, heard } = await serveRaw("HTTP/1.1 204 No Content\r\n\r\n");
    const { fetch } = await openForwarder();
    await fetch(`${url}/a%20b?q=%2F`, {
      method: "POST",
      headers: [
        ["hOST", "other.example"],
        ["Origin", "https://evil.example"],
        ["cookie", "a=1"],
        ["X-Two", "1"],
        ["Accept-Encoding", "br"],
        ["x-two", "2"],
        ["Sec-Fetch-Mode", "no"],
      ],
      body: new TextEncoder().encode("{}"),
    });
    expect(heard.text.split("\r\n")).toEqual([
      "POST /a%20b?q=%2F HTTP/1.1",
      "hOST: other.example",
      "Origin: https://evil.example",
      "cookie: a=1",
      "X-Two: 1",
      "Accept-Encoding: br",
      "x-two: 2",
      "Sec-Fetch-Mode: no",
      "Content-Length: 2",
      "Connection: keep-alive",
      "",
      "{}",
    ]);
  });

  test("adds a missing Host header and no Accept-Encoding", async () => {
    const { url, heard } = await serveRaw("HTTP/1.1 204 No Content\r\n\r\n");
    const { fetch } = await openForwarder();
    await fetch(url);
    expect(heard.text.split("\r\n")).toEqual([
      "GET / HTTP/1.1",
      `Host: ${new URL(url).host}`,
      "Connection: keep-alive",
      "",
      "",
    ]);
  });

  test("the response's head arrives unchanged", async () => {
    const { url } = await serveRaw(
      "HTTP/1.1 418 I'm a Teapot\r\nSet-Cookie: a=1\r\nset-COOKIE: b=2\r\nX-Odd: \xe9\r\nContent-Length: 2\r\n\r\nok",
    );
    const { fetch } = await openForwarder();
    const response = await fetch(url);
    expect([response.status, response.statusText, response.url]).toEqual([
      418,
      "I'm a Teapot",
      `${url}/`,
    ]);
    expect(await response.text()).toBe("ok");
    expect(exactHeadOf(response)).toMatchObject({
      headers: [
        ["Set-Cookie", "a=1"],
        ["set-COOKIE", "b=2"],
        ["X-Odd", "é"],
        ["Content-Length", "2"],
      ],
      httpVersion: "1.1",
      remote: new URL(url).host,
      timing: { connectMs: expect.any(Number), waitMs: expect.any(Number) },
    });
  });

  test.each([299, 599, 600, 999])("status %d arrives", async (status) => {
    const { url } = await serveRaw(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`);
    const { fetch } = await openForwarder();
    expect((await fetch(url)).status).toBe(status);
  });

  test("decodes a compressed body and keeps its Content-Encoding header", async () => {
    const url = await serve((_, response) => {
      response.setHeader("Content-Encoding", "gzip");
      response.end(gzipSync("hello"));
    });
    const { fetch } = await openForwarder();
    const response = await fetch(url, { headers: [["Accept-Encoding", "gzip"]] });
    expect(await response.text()).toBe("hello");
    expect(exactHeadOf(response)?.headers).toContainEqual(["Content-Encoding", "gzip"]);
  });
});

describe("streams", () => {
  test("events arrive one by one, over a reused connection", async () => {
    const released = Promise.withResolvers<void>();
    const url = await serve(async (_, response) => {
      response.setHeader("Content-Type", "text/event-stream");
      response.write("data: 1\n\n");
      await released.promise;
      response.end("data: 2\n\n");
    });
    const { fetch } = await openForwarder();
    const response = await fetch(url);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const text = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await text()).toBe("data: 1\n\n");
    released.resolve();
    expect(await text()).toBe("data: 2\n\n");
    expect((await reader.read()).done).toBe(true);
    expect(networkTimesOf(response)).toEqual({
      startedAt: expect.any(Number),
      headAt: expect.any(Number),
      endedAt: expect.any(Number),
    });
    const again = await fetch(url);
    await again.text();
    expect(exactHeadOf(again)?.timing?.connectMs).toBeUndefined();
  });

  test("the connect timeout does not end a stream", async () => {
    const url = await serve(async (_, response) => {
      response.write("1");
      await sleep(250);
      response.end("2");
    });
    const { fetch } = await openForwarder({ limits: { forwardConnectMs: 100 } });
    expect(await (await fetch(url)).text()).toBe("12");
  });

  test("finishes work in progress before stopping", async () => {
    const url = await serve(async (_, response) => {
      response.write("1");
      await sleep(300);
      response.end("2");
    });
    const { fetch, relay } = await openForwarder();
    const response = await fetch(url);
    const drained = relay.drain();
    expect(await response.text()).toBe("12");
    await drained;
  });

  test("abort and cancel close the connection to the server", async () => {
    const closed: string[] = [];
    const url = await serve((request, response) => {
      response.on("close", () => closed.push(request.url ?? ""));
      if (request.url !== "/silent") response.write("x");
    });
    const { fetch } = await openForwarder();
    const silent = new AbortController();
    const waiting = fetch(`${url}/silent`, { signal: silent.signal });
    const abort = new AbortController();
    const aborted = await fetch(`${url}/aborted`, { signal: abort.signal });
    const cancelled = await fetch(`${url}/cancelled`);
    silent.abort(new Error("enough"));
    abort.abort();
    await cancelled.body?.cancel();
    await expect(waiting).rejects.toThrow("enough");
    await expect(aborted.text()).rejects.toThrow();
    await until(() => closed.length === 3);
    expect(closed.toSorted()).toEqual(["/aborted", "/cancelled", "/silent"]);
  });

  test("ends a page's exchanges when it disconnects", async () => {
    let isClosed = false;
    const url = await serve((_, response) => {
      response.on("close", () => {
        isClosed = true;
      });
      response.write("x");
    });
    const { fetch, sockets } = await openForwarder();
    const response = await fetch(url);
    sockets[0]?.terminate();
    expect(await failureOf(response.text())).toMatchObject({ code: "relay-unreachable" });
    await until(() => isClosed);
    // the link reconnects automatically
    expect((await fetch(url)).status).toBe(200);
  });

  test("forwards a body of 64 MiB in both directions unchanged", async () => {
    const size = 64 * 1_048_576;
    const url = await serve((request, response) => void request.pipe(response));
    const { fetch } = await openForwarder();
    const body = new Uint8Array(size).map((_, i) => i * 31);
    const response = await fetch(url, { method: "POST", body });
    const back = new Uint8Array(await response.arrayBuffer());
    expect(Buffer.compare(back, body)).toBe(0);
  });

  test("applies backpressure to the server when the reader stalls", async () => {
    let written = 0;
    const url = await serve((_, response) => {
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (!response.destroyed && written < 256 * 1_048_576) {
          written += chunk.byteLength;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    const { fetch } = await openForwarder();
    const response = await fetch(url);
    await sleep(300);
    const stalled = written;
    await sleep(200);
    expect(written).toBe(stalled);
    expect(stalled).toBeLessThan(32 * 1_048_576);
    await response.body?.cancel();
  });

  test("forwards a short exchange while 30 long ones are in progress", async () => {
    const url = await serve((request, response) => {
      response.write("open");
      if (request.url === "/short") response.end();
    });
    const { fetch } = await openForwarder();
    const long = await Promise.all(Array.from({ length: 30 }, () => fetch(`${url}/long`)));
    expect(await (await fetch(`${url}/short`)).text()).toBe("open");
    await Promise.all(long.map((response) => response.body?.cancel()));
  });

  test("refuses more concurrent exchanges than the limit", async () => {
    const url = await serve((_, response) => void response.write("open"));
    const { fetch } = await openForwarder({ limits: { exchangesPerPage: 2 } });
    await Promise.all([fetch(url), fetch(url)]);
    expect(await failureOf(fetch(url))).toMatchObject({ problem: { code: "too-many" } });
  });
});

test("sends a wrong Content-Length as written without affecting other requests", async () => {
  const seen: unknown[] = [];
  const url = await serve(({ url: path, headers }, response) => {
    seen.push([path, headers["content-length"]]);
    response.end("ok");
  });
  const { fetch } = await openForwarder();
  const wrong = await fetch(`${url}/wrong`, { headers: [["Content-Length", "50"]] });
  expect(await wrong.text()).toBe("ok");
  for (const path of ["/a", "/b"]) expect((await fetch(url + path)).status).toBe(200);
  expect(seen).toEqual([
    ["/wrong", "50"],
    ["/a", undefined],
    ["/b", undefined],
  ]);
});

test("closes the socket of a page that exceeds its input window", async () => {
  const url = await serve(() => {});
  const { relay, link, sockets, fetch } = await openForwarder();
  await failureOf(fetch(`${relay.url}/api/health`));
  const closed = new Promise((resolve) => sockets[0]?.once("close", resolve));
  const id = "1".repeat(32);
  link.send({ kind: "allow", origin: url });
  link.send({ kind: "exchange", id, method: "POST", url, headers: [], size: 1, until: 0 });
  const frame = new Uint8Array(26 + 2);
  frame[0] = 16;
  frame.fill(0x11, 2, 18);
  sockets[0]?.send(frame);
  expect(await closed).toBe(4400);
});

test("every header of a response arrives, even if there are many", async () => {
  const many = Array.from({ length: 3000 }, (_, index) => `x: ${index}\r\n`).join("");
  const { url } = await serveRaw(`HTTP/1.1 200 OK\r\n${many}Connection: close\r\n\r\n`);
  const { fetch } = await openForwarder();
  expect(exactHeadOf(await fetch(url))?.headers).toHaveLength(3001);
});
