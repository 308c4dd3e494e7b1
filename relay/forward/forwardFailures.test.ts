import { once } from "node:events";
import { createServer as createTcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { addressOf, failureOf, openForwarder, serve, serveRaw } from "./forward.fixture.ts";

describe("failure codes", () => {
  test("reports a refused connection", async () => {
    const server = createTcpServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as { port: number };
    server.close();
    const { fetch } = await openForwarder();
    expect(await failureOf(fetch(`http://127.0.0.1:${port}/`))).toMatchObject({
      problem: { code: "refused", address: `127.0.0.1:${port}` },
    });
  });

  test("a name that does not resolve", async () => {
    const { fetch } = await openForwarder();
    expect(await failureOf(fetch("http://nothing.invalid/"))).toMatchObject({
      problem: { code: "dns" },
    });
  });

  test.each([
    ["", "reset"],
    ["HELO\r\n\r\n", "bad-response"],
    ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", "reset"],
  ])("an answer of %j", async (answer, code) => {
    const { url } = await serveRaw(answer);
    const { fetch } = await openForwarder();
    expect(await failureOf(fetch(url))).toMatchObject({ problem: { code } });
  });

  test("a server that switches to another protocol is said to have done that", async () => {
    const { url } = await serveRaw(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
    );
    const { fetch } = await openForwarder();
    const headers = { Upgrade: "x", Connection: "Upgrade" };
    expect(await failureOf(fetch(url, { headers }))).toMatchObject({
      problem: { reason: expect.stringContaining("switched to another protocol") },
    });
  });

  test("a body that is truncated", async () => {
    const { url } = await serveRaw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
    const { fetch } = await openForwarder();
    const response = await fetch(url);
    expect(await failureOf(response.text())).toMatchObject({ problem: { code: "reset" } });
  });

  test("a header with an invalid value", async () => {
    const { fetch } = await openForwarder();
    const failure = await failureOf(
      fetch("http://127.0.0.1:9/", { headers: [["X-A", "a\nInjected: 1"]] }),
    );
    expect(failure).toMatchObject({ problem: { code: "bad-request" } });
  });

  test.each([
    ["GET", "ftp://127.0.0.1:9/"],
    ["CONNECT", "http://127.0.0.1:9/"],
  ])("%s %s is no request that is forwarded", async (method, url) => {
    const { fetch } = await openForwarder();
    expect(await failureOf(fetch(url, { method }))).toMatchObject({
      problem: { code: "bad-request", reason: expect.stringContaining(`${method} ${url}`) },
    });
  });

  test("reports a connect timeout", async () => {
    const url = await addressOf(
      createTcpServer(() => {}),
      "https",
    );
    const { fetch } = await openForwarder({ limits: { forwardConnectMs: 100 } });
    expect(await failureOf(fetch(url))).toMatchObject({ problem: { code: "timeout" } });
  });

  test("a kept connection that the server has closed is replaced", async () => {
    const bodies: string[] = [];
    const url = await serve((request, response) => {
      request.setEncoding("utf8").on("data", (text) => bodies.push(text));
      request.on("end", () => response.end());
      response.on("finish", () => setImmediate(() => request.socket.destroy()));
    });
    const { fetch } = await openForwarder();
    for (const body of ["1", "2", "3"]) {
      expect((await fetch(url, { method: "POST", body })).status).toBe(200);
      await sleep(20);
    }
    expect(bodies).toEqual(["1", "2", "3"]);
  });

  test.each([
    ["POST", ["POST /first", "POST /second"]],
    ["GET", ["GET /first", "GET /second", "GET /second"]],
  ])(
    "what a kept connection broke off with %s is repeated only where that has no effect",
    async (method, expected) => {
      const heard: string[] = [];
      const url = await serve((request, response) => {
        heard.push(`${request.method} ${request.url}`);
        if (heard.length === 2) request.socket.resetAndDestroy();
        else response.end();
      });
      const { fetch } = await openForwarder();
      await (await fetch(`${url}/first`, { method })).text();
      const second = await failureOf(fetch(`${url}/second`, { method }));
      if (method === "POST") expect(second).toMatchObject({ problem: { code: "reset" } });
      else expect(second).toBeUndefined();
      expect(heard).toEqual(expected);
    },
  );
});

test("a request that fails before it is sent does not count as an exchange", async () => {
  const url = await serve((_, response) => response.end("fine"));
  const { fetch } = await openForwarder({ limits: { exchangesPerPage: 1 } });
  const wrong = fetch(url, { headers: [["X-Wrong", "two\nlines"]] });
  expect(await failureOf(wrong)).toMatchObject({ code: "forward" });
  expect(await (await fetch(url)).text()).toBe("fine");
});
