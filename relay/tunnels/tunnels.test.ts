import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { freePort } from "../../e2e/servers/process.ts";
import { until } from "../relay.fixture.ts";
import { randomSecret } from "../secrets.ts";
import { encodeTunnelFrame, maxTunnelMessageBytes } from "./tunnelFrames.ts";
import { tunnelIdOf } from "./tunnelIds.ts";
import {
  echo,
  openProxy,
  openRawTap,
  openTunnel,
  openTunnelRelay,
  type Sent,
  send,
  sendRaw,
} from "./tunnels.fixture.ts";

test("a stream goes on after the tap's connection was cut, without a gap", async () => {
  const port = await freePort();
  const proxy = await openProxy(port);
  await openTunnelRelay({ port, publicUrl: `${proxy.url}/` });
  let stream: ServerResponse | undefined;
  const { address, heard } = await openTunnel(proxy.url, (received, response) => {
    received.resume();
    response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
    stream = response;
  });
  // the visitor reaches the relay by another way, which is not cut
  const direct = address.replace(proxy.url, `http://127.0.0.1:${port}`);
  const { answer } = await send(`${direct}/mcp`);
  let got = "";
  answer.on("data", (bytes) => {
    got += bytes;
  });
  let expected = "";
  for (let number = 0; number < 4; number++) {
    for (let event = 0; event < 50; event++) {
      const data = `data: ${number} ${event}\n\n`;
      expected += data;
      stream?.write(data);
    }
    proxy.cut();
    await until(() => heard.states.filter(Boolean).length === number + 1);
  }
  await until(() => got.length >= expected.length);
  expect(got).toBe(expected);
});

test("a request that comes while the tap is away is answered when it is back, or fails when it stays away", async () => {
  const port = await freePort();
  const proxy = await openProxy(port);
  const limits = { tunnelAwayMs: 1500 };
  await openTunnelRelay({ port, publicUrl: `${proxy.url}/`, limits });
  const { address, client, heard } = await openTunnel(proxy.url, echo);
  const direct = address.replace(proxy.url, `http://127.0.0.1:${port}`);
  proxy.cut();
  await until(() => heard.states.length > 0);
  const { answer } = await send(`${direct}/mcp`, { body: "hello" });
  expect(await text(answer)).toBe("hello");
  expect(client.address).toBe(address);
});

test("the streams of a tap that stays away fail with 502, and later requests with 503", async () => {
  const limits = { tunnelAwayMs: 50 };
  const relay = await openTunnelRelay({ limits });
  const { socket, heard, secret } = await openRawTap(relay.url);
  await until(() => heard.texts.length === 1);
  const url = `${relay.url}/t/${tunnelIdOf(secret)}/mcp`;
  const waiting = send(url);
  await until(() => heard.frames.length > 0);
  socket.terminate();
  const { answer } = await waiting;
  expect([answer.statusCode, await text(answer)]).toEqual([
    502,
    "The tap has been away for too long.\n",
  ]);
  const { answer: later } = await send(url);
  expect([later.statusCode, later.headers["retry-after"]]).toEqual([503, "10"]);
});

test("a relay that is restarted loses its requests, and the address works again", async () => {
  const port = await freePort();
  const first = await openTunnelRelay({ port });
  let isWaiting = false;
  const { address, heard } = await openTunnel(first.url, (received, response) => {
    if (received.url === "/wait") {
      isWaiting = true;
      return;
    }
    void echo(received, response);
  });
  const open = send(`${address}/wait`);
  await until(() => isWaiting);
  await first.close();
  expect((await open).answer.statusCode).toBe(502);
  await openTunnelRelay({ port });
  await until(() => heard.states.includes(true));
  expect(await text((await send(`${address}/mcp`, { body: "again" })).answer)).toBe("again");
});

test("a visitor that reads slowly keeps the server waiting", async () => {
  const relay = await openTunnelRelay();
  const size = 48 * 1_048_576;
  let written = 0;
  const { address } = await openTunnel(relay.url, async (received, response) => {
    received.resume();
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const part = Buffer.alloc(65_536, 65);
    while (written < size) {
      written += part.byteLength;
      if (!response.write(part)) await once(response, "drain");
    }
    response.end();
  });
  const { answer } = await send(`${address}/mcp`);
  let read = 0;
  let furthest = 0;
  for await (const chunk of answer) {
    // what waits has all the time to come
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    read += (chunk as Buffer).byteLength;
    furthest = Math.max(furthest, written - read);
  }
  expect(read).toBe(size);
  // the sockets of the system hold some megabytes
  expect(furthest).toBeLessThan(size / 3);
});

test("a hundred tunnels answer their own requests only", async () => {
  const limits = { tunnelsPerVisitor: 100, tunnelStartsPerHour: 101, ungreetedPerAddress: 100 };
  const relay = await openTunnelRelay({ limits });
  const tunnels = await Promise.all(
    Array.from({ length: 100 }, (_, number) =>
      openTunnel(relay.url, (received, response) => {
        received.resume();
        response.end(`${number}`);
      }),
    ),
  );
  expect(new Set(tunnels.map(({ address }) => address)).size).toBe(100);
  const answers = await Promise.all(
    tunnels.map(async ({ address }) => text((await send(`${address}/mcp`)).answer)),
  );
  expect(answers).toEqual(tunnels.map((_, number) => `${number}`));
  const { heard } = await openTunnel(relay.url, echo);
  expect(heard.ended).toContain("as many tunnels as this relay permits");
});

test("whoever has the address has not the tunnel", async () => {
  const relay = await openTunnelRelay();
  const { address, heard } = await openTunnel(relay.url, echo);
  const id = address.slice(-22);
  for (const hello of [
    { secret: id },
    { secret: `${id}${randomSecret()}`.slice(0, 43) },
    { id },
    { resume: { link: "0", received: 0 } },
    { resume: { link: id, received: 2 ** 60 } },
  ]) {
    const other = await openRawTap(relay.url, hello);
    // the relay has taken or refused it
    await until(() => other.heard.texts.length > 0 || other.heard.closed);
  }
  expect(await text((await send(`${address}/mcp`, { body: "mine" })).answer)).toBe("mine");
  expect(heard).toEqual({ states: [], waits: [], ended: undefined });
});

test.each<[name: string, hello: object | string, code: number]>([
  ["no JSON", "hello", 4401],
  ["an array", "[]", 4401],
  ["a short secret", { secret: "abc" }, 4401],
  ["another version", { wire: 99 }, 4406],
  ["a negative number", { resume: { link: "x", received: -1 } }, 4401],
  ["a long name", { resume: { link: "x".repeat(65), received: 0 } }, 4401],
  ["a message that is too large", " ".repeat(maxTunnelMessageBytes + 1), 1009],
])("a tap whose first message is %s is refused", async (_name, hello, code) => {
  const relay = await openTunnelRelay();
  const { heard } = await openRawTap(relay.url, hello);
  expect((await until(() => heard.closed)).code).toBe(code);
});

test("the owner's newest connection has the tunnel", async () => {
  const relay = await openTunnelRelay();
  const first = await openRawTap(relay.url);
  await until(() => first.heard.texts.length === 1);
  const second = await openRawTap(relay.url, { secret: first.secret });
  await until(() => second.heard.texts.length === 1);
  expect((await until(() => first.heard.closed)).code).toBe(4409);
  const url = `${relay.url}/t/${tunnelIdOf(first.secret)}/mcp`;
  send(url).catch(() => {});
  await until(() => second.heard.frames.length > 0);
});

test("an answer that is no HTTP, or injects a header, is not passed on", async () => {
  const relay = await openTunnelRelay();
  for (const answer of [
    "nonsense\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(30_000)}\r\n\r\n`,
    "HTTP/1.1 200 OK\r\nX-Bad: a\u0000b\r\nContent-Length: 0\r\n\r\n",
  ]) {
    const { socket, heard, secret } = await openRawTap(relay.url);
    await until(() => heard.texts.length === 1);
    const sent = send(`${relay.url}/t/${tunnelIdOf(secret)}/mcp`);
    await until(() => heard.frames.length > 1);
    socket.send(encodeTunnelFrame("data", 1, Buffer.from(answer)));
    expect((await sent).answer.statusCode).toBe(502);
    socket.send('{"kind":"close"}');
    await until(() => heard.closed);
  }
});

test("frames against the rules end the tunnel of their tap, and no other", async () => {
  const relay = await openTunnelRelay();
  const { address } = await openTunnel(relay.url, echo);
  for (const frame of [
    encodeTunnelFrame("data", 7, Buffer.from("x")),
    encodeTunnelFrame("open", 1),
    Buffer.from([250]),
    Buffer.alloc(0),
  ]) {
    const { socket, heard } = await openRawTap(relay.url);
    await until(() => heard.texts.length === 1);
    socket.send(frame);
    expect((await until(() => heard.closed)).code).toBe(4400);
  }
  const { socket, heard } = await openRawTap(relay.url);
  await until(() => heard.texts.length === 1);
  socket.send('{"kind":"list"}');
  expect((await until(() => heard.closed)).code).toBe(4400);
  expect(await text((await send(`${address}/mcp`, { body: "mine" })).answer)).toBe("mine");
});

test("the answer gets nothing into the relay's origin", async () => {
  const relay = await openTunnelRelay();
  const { address } = await openTunnel(relay.url, (received, response) => {
    received.resume();
    response.writeHead(
      200,
      [
        ["Content-Type", "text/html"],
        ["Set-Cookie", "a=b; Path=/"],
        ["Clear-Site-Data", '"*"'],
        ["Strict-Transport-Security", "max-age=1"],
        ["Service-Worker-Allowed", "/"],
        ["Content-Security-Policy", "script-src *"],
        ["X-Content-Type-Options", "none"],
        ["Connection", "X-Hop"],
        ["X-Hop", "1"],
        ["X-Kept", "1"],
      ].flat(),
    );
    response.end("<script>alert(1)</script>");
  });
  const { answer } = await send(`${address}/page`, { method: "GET" });
  const names = answer.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  expect(names.toSorted()).toEqual(
    [
      "connection",
      "content-security-policy",
      "content-type",
      "date",
      "keep-alive",
      "referrer-policy",
      "transfer-encoding",
      "x-accel-buffering",
      "x-content-type-options",
      "x-kept",
    ].filter((name) => names.includes(name) || name !== "keep-alive"),
  );
  expect(answer.headers["content-security-policy"]).toBe("sandbox; default-src 'none'");
});

test.each<[name: string, status: number, sent: Sent]>([
  ["a navigation", 403, { method: "GET", headers: { "Sec-Fetch-Mode": "navigate" } }],
  ["a script of a page", 403, { method: "GET", headers: { "Sec-Fetch-Dest": "script" } }],
  ["a service worker", 403, { method: "GET", headers: { "Service-Worker": "script" } }],
  ["a page of the relay", 403, { headers: { "Sec-Fetch-Site": "same-origin" } }],
  ["a page of another site", 403, { headers: { Origin: "https://other.example" } }],
  ["another host", 421, { headers: { Host: "other.example" } }],
  [
    "a body that is too large",
    413,
    { headers: { "Content-Length": "101" }, body: "x".repeat(101) },
  ],
  [
    "a body that grows too large",
    413,
    { headers: { "Transfer-Encoding": "chunked" }, body: "x".repeat(101) },
  ],
  ["a header that is too large", 431, { headers: { "X-Long": "x".repeat(20_000) } }],
])("%s is refused with %i, and does not reach the tap", async (_name, status, sent) => {
  const relay = await openTunnelRelay({ limits: { tunnelBodyBytes: 100 } });
  const targets: (string | undefined)[] = [];
  const { address } = await openTunnel(relay.url, async (received, response) => {
    await text(received);
    targets.push(received.url);
    response.end();
  });
  const { answer } = await send(`${address}/mcp`, sent);
  expect(answer.statusCode).toBe(status);
  expect(targets).toEqual([]);
});

test.each(["Mozilla/5.0 (compatible; Claude-User/1.0)", "python-httpx/0.28.1", "openai-mcp/1.0.0"])(
  "a hosted client that names itself %s is no browser",
  async (name) => {
    const relay = await openTunnelRelay();
    const { address } = await openTunnel(relay.url, echo);
    const { answer } = await send(`${address}/mcp`, { headers: { "User-Agent": name }, body: "1" });
    expect([answer.statusCode, await text(answer)]).toEqual([200, "1"]);
  },
);

test("a raw request cannot leave its tunnel, or be two requests", async () => {
  const relay = await openTunnelRelay();
  const targets: (string | undefined)[] = [];
  const { address } = await openTunnel(relay.url, async (received, response) => {
    targets.push(received.url);
    await text(received);
    response.end("of the tap");
  });
  const { host, pathname } = new URL(address);
  const ask = (line: string, ...headers: string[]) =>
    sendRaw(
      relay.url,
      [line, `Host: ${host}`, "Connection: close", ...headers, "", ""].join("\r\n"),
    );
  expect(await ask(`GET ${pathname}/../../api/health HTTP/1.1`)).toMatch(/of the tap/);
  expect(targets.splice(0)).toEqual(["/../../api/health"]);
  expect(await ask(`GET ${pathname}/x HTTP/1.1`, "Host: other.example")).toMatch(
    /^HTTP\/1\.1 400 /,
  );
  expect(
    await ask(`POST ${pathname}/x HTTP/1.1`, "Content-Length: 5", "Transfer-Encoding: chunked"),
  ).toMatch(/^HTTP\/1\.1 400 /);
  expect(await ask(`GET http://${host}${pathname}/x HTTP/1.1`)).not.toMatch(/of the tap/);
  expect(
    await ask(
      `GET ${pathname}/x HTTP/1.1`,
      "Upgrade: websocket",
      "Connection: Upgrade",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ),
  ).toMatch(/^HTTP\/1\.1 (403|404) /);
  expect(targets).toEqual([]);
});

test("too many requests at once are refused, of a tunnel and of a visitor", async () => {
  const limits = { tunnelRequests: 2, tunnelRequestsPerVisitor: 3 };
  const relay = await openTunnelRelay({ limits });
  const held: ServerResponse[] = [];
  const hold: RequestListener = (received, response) => {
    received.resume();
    held.push(response);
  };
  const [first, second] = [await openTunnel(relay.url, hold), await openTunnel(relay.url, hold)];
  const open: Promise<{ answer: IncomingMessage }>[] = [];
  for (const { address } of [first, first, second]) {
    open.push(send(`${address}/mcp`));
    await until(() => held.length === open.length);
  }
  const { answer: ofVisitor } = await send(`${second.address}/mcp`);
  expect([ofVisitor.statusCode, await text(ofVisitor)]).toEqual([
    429,
    "Too many of your requests are open.\n",
  ]);
  held.at(-1)?.end();
  await text((await open.pop())?.answer as IncomingMessage);
  const { answer: ofTunnel } = await send(`${first.address}/mcp`);
  expect([ofTunnel.statusCode, await text(ofTunnel)]).toEqual([
    429,
    "Too many requests are open in this tunnel.\n",
  ]);
  for (const response of held) response.end();
  await Promise.all(open.map(async (each) => text((await each).answer)));
});

test("nobody is found by guessing, and a page opens no tunnel", async () => {
  const relay = await openTunnelRelay();
  const { answer } = await send(`${relay.url}/t/${"A".repeat(22)}/mcp`);
  expect(answer.statusCode).toBe(404);
  const { answer: refused } = await send(`${relay.url}/ws/tunnel`, {
    method: "GET",
    headers: {
      Origin: relay.origin,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    },
  });
  expect(refused.statusCode).toBe(403);
});

test("a tunnel ends with its time", async () => {
  const relay = await openTunnelRelay({ limits: { tunnelMs: 1 } });
  const { address } = await openTunnel(relay.url, echo);
  const started = Date.now();
  await until(() => Date.now() > started + 1);
  expect((await send(`${address}/mcp`)).answer.statusCode).toBe(404);
});
