import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { arrivalOf, networkTimesOf } from "../../../shared/log/networkTimes.ts";
import {
  createNetworkFetch,
  type NetworkFetchOptions,
  type NetworkThread,
} from "./networkFetch.ts";
import { serveFetch } from "./serveFetch.ts";
import type { NetworkReply, NetworkRequest } from "./workerFrames.ts";

let listener: RequestListener;
const server = createServer((request, response) => listener(request, response));
let url: string;
const cleanups: (() => void)[] = [];

beforeEach(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

/** A thread that sends real requests, connected by a real port; `now` is the worker's clock. */
function startThread(now: () => number): NetworkThread {
  const { port1, port2 } = new MessageChannel();
  cleanups.push(() => port1.close());
  const handle = serveFetch(
    { postMessage: (reply, transfer) => port2.postMessage(reply, transfer) },
    fetch,
    now,
  );
  port2.onmessage = ({ data }: MessageEvent<NetworkRequest>) => handle(data);
  const thread: NetworkThread = {
    onmessage: null,
    onerror: null,
    postMessage: (request, transfer) => port1.postMessage(request, transfer),
  };
  port1.onmessage = (event: MessageEvent<NetworkReply>) => thread.onmessage?.(event);
  port2.postMessage({ kind: "ready" } satisfies NetworkReply);
  return thread;
}

async function ready(options: Partial<NetworkFetchOptions> = {}) {
  const platform = vi.fn(async () => new Response("from the page"));
  const network = createNetworkFetch({
    fetch: platform,
    start: () => startThread(() => performance.timeOrigin + performance.now()),
    fromEpoch: (epochMs) => epochMs - performance.timeOrigin,
    base: "http://127.0.0.1/",
    ...options,
  });
  network.warmUp();
  await delay(20);
  return { fetch: network.fetch, platform };
}

describe("a request that the worker sends", () => {
  test("is sent with its method, headers and body; the response has status, headers, URL and body", async () => {
    listener = async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      response.writeHead(202, "Taken", { "x-answer": "yes", "content-type": "text/plain" });
      response.end(`${request.method} ${request.headers["x-key"]} ${Buffer.concat(chunks)}`);
    };
    const { fetch, platform } = await ready();
    const whole = new TextEncoder().encode("..body..");
    const response = await fetch(url, {
      method: "POST",
      headers: [["X-Key", "k"]],
      body: whole.subarray(2, 6),
    });
    expect(platform).not.toHaveBeenCalled();
    expect(response).toMatchObject({ status: 202, statusText: "Taken", ok: true, url });
    expect(response.redirected).toBe(false);
    expect(response.headers.get("x-answer")).toBe("yes");
    expect(await response.text()).toBe("POST k body");
    expect(whole.byteLength).toBe(8);
  });

  test("has the network's times, even if the page reads late", async () => {
    listener = async (_, response) => {
      await delay(50);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: 1\n\n");
      await delay(50);
      response.end("data: 2\n\n");
    };
    // a separate clock, as if the worker had read everything while the page was blocked
    let time = 1000;
    const { fetch } = await ready({
      start: () => startThread(() => time++),
      fromEpoch: (epochMs) => epochMs - 1000,
    });
    const response = await fetch(url);
    await delay(200);
    const chunks: (number | undefined)[] = [];
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(arrivalOf(value));
    }
    expect(chunks).toEqual([2, 3]);
    expect(networkTimesOf(response)).toEqual({ startedAt: 0, headAt: 1, endedAt: 4 });
  });

  test("fails with a TypeError, like fetch, if no server listens", async () => {
    const { fetch } = await ready();
    await expect(fetch("http://127.0.0.1:1/")).rejects.toThrow(TypeError);
  });

  test("fails in its body with a TypeError, like fetch, if the connection is cut", async () => {
    listener = (_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half");
      setTimeout(() => response.destroy(), 20);
    };
    const { fetch } = await ready();
    const response = await fetch(url);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  test("is aborted at the server, before its head or within its body", async () => {
    let closed = 0;
    listener = (request, response) => {
      response.on("close", () => closed++);
      if (request.url === "/body") response.writeHead(200).write("begun");
    };
    const { fetch } = await ready();
    for (const path of ["/head", "/body"]) {
      const control = new AbortController();
      const reason = new Error("enough");
      const answer = fetch(new URL(path, url).href, { signal: control.signal });
      const read = answer.then((response) => response.text());
      setTimeout(() => control.abort(reason), 50);
      await expect(read).rejects.toBe(reason);
    }
    await vi.waitFor(() => expect(closed).toBe(2));
  });

  test("is closed at the server when its body is cancelled", async () => {
    let isClosed = false;
    listener = (_, response) => {
      response.on("close", () => {
        isClosed = true;
      });
      response.writeHead(200).write("begun");
    };
    const { fetch } = await ready();
    await (await fetch(url)).body?.cancel();
    await vi.waitFor(() => expect(isClosed).toBe(true));
  });

  test("is read with backpressure: no faster than the page reads, and completely", async () => {
    const piece = Buffer.alloc(64 * 1024, "x");
    let written = 0;
    listener = async (_, response) => {
      for (; written < 400; written++) {
        if (!response.write(piece)) await once(response, "drain");
      }
      response.end();
    };
    const { fetch } = await ready();
    const response = await fetch(url);
    await delay(300);
    expect(written).toBeLessThan(400);
    expect((await response.arrayBuffer()).byteLength).toBe(400 * piece.byteLength);
  });

  test("has a null body for a status without one", async () => {
    listener = (_, response) => void response.writeHead(204).end();
    const { fetch } = await ready();
    const response = await fetch(url);
    expect(response).toMatchObject({ status: 204, body: null });
  });
});

describe("the page's own fetch", () => {
  test("is used until the worker runs, and if it cannot run", async () => {
    const silent = { postMessage: vi.fn(), onmessage: null, onerror: null };
    const starting = await ready({ start: () => silent });
    await starting.fetch(url);
    expect(starting.platform).toHaveBeenCalledOnce();
    const broken = await ready({
      start: () => {
        throw new Error("no workers");
      },
    });
    await broken.fetch(url);
    expect(broken.platform).toHaveBeenCalledOnce();
  });

  test("sends requests that the worker does not: with other options, or for which a browser asks the user", async () => {
    const { fetch, platform } = await ready({ base: "https://playground.example/" });
    await fetch(url);
    await fetch("http://192.168.1.5/mcp");
    expect(platform).toHaveBeenCalledTimes(2);
    const local = await ready();
    await local.fetch(url, { mode: "no-cors" });
    await local.fetch(new URL(url));
    await local.fetch(url, { method: "POST", body: "text" });
    expect(local.platform).toHaveBeenCalledTimes(3);
  });
});
