import { once } from "node:events";
import { request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { freePort } from "../../e2e/servers/process.ts";
import { wireVersion } from "../../shared/relay/frames/frames.ts";
import { openForwarder, serve } from "../forward/forward.fixture.ts";
import type { Logger } from "../logger.ts";
import { ask, openRelay, pair } from "../relay.fixture.ts";
import { openStore } from "../store/openStore.ts";

const hostOf = (relay: { port: number }) => ({ Host: `127.0.0.1:${relay.port}` });

test("a single relay is ready, and serves metrics at a separate address only", async () => {
  const relay = await openRelay({ metrics: { host: "127.0.0.1", port: 0 } });
  expect(await ask(relay, { path: "/api/ready", headers: hostOf(relay) })).toMatchObject({
    status: 200,
    body: "ready",
  });
  await pair(relay);
  await ask(relay, { headers: { ...hostOf(relay), Origin: "https://evil.example" } });
  const metrics = async () => {
    const response = await fetch(relay.metricsUrl ?? "");
    expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    return response.text();
  };
  const body = await metrics();
  expect(body).toContain('mcp_playground_tokens_total{outcome="paired"} 1');
  expect(body).toContain('mcp_playground_refused_callers_total{status="403"} 1');
  expect(body).toMatch(/mcp_playground_http_requests_total\{route="ready",status="200"\} 1/);
  expect(body).toContain("mcp_playground_sockets 0");
  expect(body).toContain("process_resident_memory_bytes");
  // a second request counts nothing twice
  expect(await metrics()).toContain('mcp_playground_tokens_total{outcome="paired"} 1');
  expect(body).not.toMatch(/[\w-]{43}/);
  // they show every user of the machine what this one does
  const { status } = await ask(relay, { path: "/api/metrics", headers: hostOf(relay) });
  expect(status).toBe(404);
});

test("a public relay serves metrics only at a separate address", async () => {
  const relay = await openRelay({
    publicUrl: "https://play.example.com",
    metrics: { host: "127.0.0.1", port: 0 },
  });
  const headers = { Host: "play.example.com" };
  expect((await ask(relay, { path: "/api/metrics", headers })).status).toBe(404);
  expect(JSON.parse((await ask(relay, { headers })).body)).toMatchObject({
    sessions: false,
    publicUrl: "https://play.example.com/",
    blobs: { bytes: 16 * 1_048_576, seconds: 30 * 86_400 },
  });
  const scraped = await fetch(relay.metricsUrl ?? "");
  expect(await scraped.text()).toContain("mcp_playground_draining 0");
  const ready = await fetch(new URL("ready", relay.metricsUrl));
  expect(await ready.text()).toBe("ready");
  expect((await fetch(new URL("/", relay.metricsUrl))).status).toBe(404);
});

test("a public relay without processes and forwarding has no sessions, socket or link token", async () => {
  const relay = await openRelay({ publicUrl: "https://play.example.com", say: () => {} });
  expect(relay.createLink()).toBe("https://play.example.com/");
  const headers = {
    Host: "play.example.com",
    Origin: "https://play.example.com",
    "Content-Type": "application/json",
  };
  const body = JSON.stringify({ token: relay.createToken(), kind: "ask" });
  const card = await ask(relay, { path: "/api/pair", headers });
  expect(JSON.parse(card.body).pairing).toBe("off");
  for (const path of ["/api/session", "/api/pair"]) {
    expect((await ask(relay, { method: "POST", path, headers, body })).status).toBe(404);
  }
  const socket = new WebSocket(`ws://127.0.0.1:${relay.port}/ws`, { headers });
  const [error] = await once(socket, "error");
  expect(String(error)).toContain("404");
});

test("is healthy but not ready without its store, and does not reveal the store's address", async () => {
  const port = await freePort();
  const store = await openStore(`redis://:secret@127.0.0.1:${port}`, () => {});
  onTestFinished(() => store.close());
  const relay = await openRelay({ store, blobs: true });
  expect((await ask(relay, { headers: hostOf(relay) })).status).toBe(200);
  const ready = await ask(relay, { path: "/api/ready", headers: hostOf(relay) });
  expect([ready.status, ready.body]).toEqual([503, "The relay's store does not answer."]);
  const blob = await ask(relay, {
    path: "/api/blobs/abcdefghijklmnopqrstuv",
    headers: hostOf(relay),
  });
  expect([blob.status, blob.headers["retry-after"]]).toEqual([503, "2"]);
  expect(blob.body).not.toMatch(/secret|127\.0\.0\.1/);
});

test("the log contains events, but no tokens, sessions or blob ids", async () => {
  const lines: string[] = [];
  const write = (event: string, facts?: object) =>
    void lines.push(JSON.stringify({ event, facts }));
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  const relay = await openRelay({ logger, blobs: true });
  const session = await pair(relay);
  const id = "abcdefghijklmnopqrstuv";
  await ask(relay, { path: `/api/blobs/${id}`, headers: hostOf(relay) });
  const token = relay.createToken();
  await ask(relay, { path: `/?k=${token}`, headers: hostOf(relay) });
  await ask(relay, { headers: { Host: "evil.example" } });
  const log = lines.join("\n");
  expect(log).toContain('"event":"listening"');
  expect(log).toContain('"route":"blobs","status":404');
  expect(log).toContain('"route":"page","status":400');
  expect(log).toContain('{"event":"refused","facts":{"status":421,"host":"evil.example"}}');
  for (const secret of [token, session, id]) expect(log).not.toContain(secret);
});

test("stops gracefully: reports not ready, notifies idle pages, finishes work in progress", async () => {
  const relay = await openRelay({
    blobs: true,
    limits: { drainNoticeMs: 1000, drainMs: 5000 },
  });
  const session = await pair(relay);
  const socket = new WebSocket(`ws://127.0.0.1:${relay.port}/ws`, { origin: relay.origin });
  await once(socket, "open");
  socket.send(JSON.stringify({ kind: "hello", wire: wireVersion, session }));

  // an upload that has begun
  const upload = new Promise<number>((resolve, reject) => {
    const asking = request({
      port: relay.port,
      method: "PUT",
      path: "/api/blobs/abcdefghijklmnopqrstuv",
      headers: { ...hostOf(relay), Origin: relay.origin, "Content-Length": 2 },
    });
    asking.on("response", (response) => resolve(response.resume().statusCode ?? 0));
    asking.on("error", reject);
    asking.write("a");
    setTimeout(() => asking.end("b"), 1500);
  });
  await expect.poll(async () => (await ask(relay, { headers: hostOf(relay) })).status).toBe(200);

  const closed = once(socket, "close");
  const drained = relay.drain();
  const ready = await ask(relay, { path: "/api/ready", headers: hostOf(relay) });
  expect([ready.status, ready.headers.connection]).toEqual([503, "close"]);
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([1001, "The relay was stopped"]);
  expect(await upload).toBe(201);
  await drained;
  await expect(fetch(relay.url)).rejects.toThrow();
});

test("finishes a forwarded exchange, then closes the page's socket", async () => {
  const { relay, sockets, fetch } = await openForwarder({ limits: { drainMs: 5000 } });
  const upstream = await serve((_request, response) => {
    response.write("begun ");
    setTimeout(() => response.end("and ended"), 500);
  });
  const response = await fetch(upstream);
  const [socket] = sockets;
  const closed = once(socket as WebSocket, "close");
  const drained = relay.drain();
  expect(await response.text()).toBe("begun and ended");
  expect((await closed)[0]).toBe(1001);
  await drained;
});

test("does not wait longer than the limit", async () => {
  const { relay, fetch } = await openForwarder({ limits: { drainMs: 200 } });
  const upstream = await serve((_request, response) => void response.write("for ever"));
  const response = await fetch(upstream);
  const broken = response.text().catch(() => "broken");
  await relay.drain();
  expect(await broken).toBe("broken");
});

test("listens for other machines, and its health check still works from this one", async () => {
  const publicUrl = "https://play.example.com";
  const relay = await openRelay({ host: "0.0.0.0", publicUrl });
  const statusAs = async (host: string) => (await ask(relay, { headers: { Host: host } })).status;
  expect(relay.url).toBe(`http://127.0.0.1:${relay.port}`);
  expect(await statusAs(`127.0.0.1:${relay.port}`)).toBe(200);
  expect(await statusAs("play.example.com")).toBe(200);
  expect(await statusAs(`192.0.2.1:${relay.port}`)).toBe(421);
  const one = await openRelay({ host: "127.0.0.2", publicUrl });
  expect(one.url).toBe(`http://127.0.0.2:${one.port}`);
  expect((await fetch(`${one.url}/api/health`)).status).toBe(200);
});
