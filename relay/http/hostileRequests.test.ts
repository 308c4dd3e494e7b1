import { connect } from "node:net";
import { expect, test } from "vitest";
import { openRelay } from "../relay.fixture.ts";
import type { Relay } from "../server.ts";

/** Sends a request's head unchanged, and reads the status and the body of the response. */
async function send({ port }: Relay, lines: readonly string[]) {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`, "latin1");
  let text = "";
  for await (const bytes of socket) text += bytes.toString("latin1");
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), body: text.split("\r\n\r\n")[1] };
}

const upgrade = [
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

test("refuses two Host headers in any order and case", async () => {
  const relay = await openRelay();
  const own = `Host: 127.0.0.1:${relay.port}`;
  for (const hosts of [
    [own, "Host: evil.example"],
    ["host: evil.example", own],
    [own, own],
  ]) {
    const { status, body } = await send(relay, ["GET /api/health HTTP/1.1", ...hosts]);
    expect([status, body]).toEqual([400, "This request has more than one Host header."]);
  }
  const origin = `Origin: ${relay.origin}`;
  const lines = ["GET /ws HTTP/1.1", own, "Host: x", origin, ...upgrade];
  expect((await send(relay, lines)).status).toBe(400);
  expect((await send(relay, ["GET /api/health HTTP/1.1", own])).status).toBe(200);
});

test("refuses a request with too many headers instead of truncating it", async () => {
  const relay = await openRelay();
  const many = Array.from({ length: 1100 }, (_, index) => `a: ${index}`);
  const lines = ["GET /api/health HTTP/1.1", `Host: 127.0.0.1:${relay.port}`];
  expect((await send(relay, [...lines, ...many])).status).toBe(431);
  const some = await send(relay, [...lines, ...many.slice(0, 300)]);
  expect([some.status, some.body]).toEqual([431, expect.stringContaining("302 header fields")]);
  // headers after them would have been cut off: here, the Origin
  const hidden = await send(relay, [...lines, ...many, "Origin: https://evil.example"]);
  expect(hidden.status).toBe(431);
  expect((await send(relay, [...lines, ...many.slice(0, 150)])).status).toBe(200);
});

test("refuses an absolute-form request target", async () => {
  const relay = await openRelay();
  const own = `Host: 127.0.0.1:${relay.port}`;
  for (const target of ["http://evil.example/", `${relay.url}/api/health`]) {
    const { status } = await send(relay, [`GET ${target} HTTP/1.1`, own]);
    expect([target, status]).toEqual([target, 400]);
  }
});

test("refuses to pair a page with an excessively long origin", async () => {
  const said: string[] = [];
  const relay = await openRelay({ say: (sentence) => said.push(sentence) });
  const body = '{"kind":"ask"}';
  const { status } = await send(relay, [
    "POST /api/pair HTTP/1.1",
    `Host: 127.0.0.1:${relay.port}`,
    `Origin: https://${"a".repeat(10_000)}.example`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ]);
  expect(status).toBe(403);
  expect(said).toEqual([]);
});
