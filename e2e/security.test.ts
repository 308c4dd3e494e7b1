import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { parse, parseAllDocuments } from "yaml";
import { ask, openRelay, pair, until } from "../relay/relay.fixture.ts";
import type { RelayOptions } from "../relay/relayOptions.ts";
import type { Relay } from "../relay/server.ts";
import { closeCodes, maxMessageBytes, wireVersion } from "../shared/relay/frames/frames.ts";
import { projectRoot } from "./runScript.ts";
import { freePort } from "./servers/process.ts";
import { launchRelayProcess } from "./severalRelays.fixture.ts";

const blob = "/api/blobs/abcdefghijklmnopqrstuv";

/** Every endpoint of a relay. */
const endpoints: readonly (readonly [method: string, path: string])[] = [
  ["GET", "/"],
  ["GET", "/api/health"],
  ["GET", "/api/ready"],
  ["POST", "/api/session"],
  ["POST", "/api/device-key"],
  ["POST", "/api/link"],
  ["GET", "/api/pair"],
  ["POST", "/api/pair"],
  ["PUT", blob],
  ["GET", blob],
  ["DELETE", blob],
  ["OPTIONS", "/api/session"],
  ["UPGRADE", "/ws"],
];

/** Sends a request to an endpoint; returns the status and the allowed origin. */
async function requestAs(
  relay: Relay,
  endpoint: (typeof endpoints)[number],
  headers: Record<string, string>,
) {
  const [method, path] = endpoint;
  const upgrade = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  };
  const asking = request({
    port: relay.port,
    method: method === "UPGRADE" ? "GET" : method,
    path,
    headers: {
      "Content-Type": "application/json",
      ...headers,
      ...(method === "UPGRADE" ? upgrade : {}),
    },
    agent: false,
  });
  asking.end(
    method === "POST" ? JSON.stringify({ token: relay.createToken(), kind: "ask" }) : undefined,
  );
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.on("response", resolve);
    asking.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    asking.on("error", reject);
  });
  answer.resume();
  return { status: answer.statusCode, readers: answer.headers["access-control-allow-origin"] };
}

describe("callers that every endpoint refuses", () => {
  const openAll = () => openRelay({ say: () => {}, pageDir: import.meta.dirname });
  const own = (relay: Relay) => `127.0.0.1:${relay.port}`;

  test.each([
    ["another web site", "https://evil.example"],
    ["a site that is named like the relay", "http://127.0.0.1.evil.example"],
    ["the relay's host at another port", "http://127.0.0.1:1"],
    ["the relay's address as https", "https://127.0.0.1"],
    ["a sandboxed frame or a file", "null"],
  ])("%s", async (_name, origin) => {
    const relay = await openAll();
    for (const endpoint of endpoints) {
      const { status, readers } = await requestAs(relay, endpoint, {
        Host: own(relay),
        Origin: origin,
      });
      // every page with an origin may ask to pair
      const mayAsk = endpoint[1] === "/api/pair" && origin !== "null";
      expect([...endpoint, status, readers]).toEqual(
        mayAsk ? [...endpoint, expect.any(Number), origin] : [...endpoint, 403, undefined],
      );
      if (mayAsk) expect([200, 202, 429]).toContain(status);
    }
  });

  test("a DNS name that was rebound to this machine", async () => {
    const relay = await openAll();
    for (const host of ["rebind.example", "127.0.0.1.nip.io", "localhost.evil.example", "[::2]"]) {
      const Host = `${host}:${relay.port}`;
      for (const endpoint of endpoints) {
        // a rebound page has the same origin as its request
        const { status } = await requestAs(relay, endpoint, { Host, Origin: `http://${Host}` });
        expect([host, ...endpoint, status]).toEqual([host, ...endpoint, 421]);
        expect((await requestAs(relay, endpoint, { Host })).status).toBe(421);
      }
    }
  });

  test("a program without an Origin at endpoints that change state", async () => {
    const relay = await openAll();
    for (const endpoint of endpoints) {
      if (endpoint[0] === "GET") continue;
      expect([
        ...endpoint,
        (await requestAs(relay, endpoint, { Host: own(relay) })).status,
      ]).toEqual([...endpoint, 403]);
    }
  });
});

describe("tokens", () => {
  const exchange = (relay: { url: string; origin: string }, body: unknown, path = "/api/session") =>
    fetch(new URL(path, relay.url), {
      method: "POST",
      headers: { Origin: relay.origin, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  test.each([
    "/api/Session",
    "/API/session",
    "/api/session/",
    "/api//session",
    "/api/./session",
    "/api/%73ession",
  ])("%s is no spelling of the route that takes tokens", async (path) => {
    const relay = await openRelay();
    const headers = {
      Host: `127.0.0.1:${relay.port}`,
      Origin: relay.origin,
      "Content-Type": "application/json",
    };
    const body = JSON.stringify({ token: relay.createToken() });
    expect((await ask(relay, { method: "POST", path, headers, body })).status).toBe(404);
  });

  test("a missing, wrong or misplaced token gives no access", async () => {
    const relay = await openRelay();
    const token = relay.createToken();
    expect((await exchange(relay, undefined)).status).toBe(400);
    expect((await exchange(relay, { token: token.slice(1) })).status).toBe(401);
    expect((await exchange(relay, { token: `${token} ` })).status).toBe(401);
    for (const name of ["k", "token", "session"]) {
      const inQuery = await exchange(relay, undefined, `/api/session?${name}=${token}`);
      expect([inQuery.status, await inQuery.text()]).toEqual([
        400,
        "A token must not be sent in a query: in the link, it follows the #.",
      ]);
      expect((await fetch(`${relay.url}/?${name}=${token}`)).status).toBe(400);
      const socket = new WebSocket(`${relay.url.replace("http", "ws")}/ws?${name}=${token}`, {
        origin: relay.origin,
      });
      expect(String((await once(socket, "error"))[0])).toContain("404");
    }
  });

  test("tokens and sessions of an ended relay are refused by the next one", async () => {
    const first = await openRelay();
    const session = await pair(first);
    await first.close();
    const next = await openRelay({ port: first.port });
    expect((await exchange(next, { token: first.createToken() })).status).toBe(401);
    const socket = new WebSocket(`${next.url.replace("http", "ws")}/ws`, { origin: next.origin });
    await once(socket, "open");
    socket.send(JSON.stringify({ kind: "hello", wire: wireVersion, session }));
    expect((await once(socket, "close"))[0]).toBe(closeCodes.notPaired);
  });

  test("10,000 guesses are rate-limited, and the owner has access during and after them", async () => {
    const relay = await openRelay({ limits: { tokenDelayMs: 60_000 } });
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    onTestFinished(() => agent.destroy());
    const guess = (token: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { Origin: relay.origin, "Content-Type": "application/json" };
        const { port } = relay;
        const asking = request({ port, path: "/api/session", method: "POST", headers, agent });
        asking.on("error", reject);
        asking.on("response", (response) => {
          response.resume().once("end", () => resolve(response.statusCode ?? 0));
        });
        asking.end(JSON.stringify({ token }));
      });
    const statuses: Record<number, number> = {};
    let owner: number | undefined;
    for (let round = 0; round < 100; round++) {
      const guesses = Array.from({ length: 100 }, (_, i) => guess(`guess-${round}-${i}`));
      if (round === 50) owner = await guess(relay.createToken());
      for (const status of await Promise.all(guesses))
        statuses[status] = (statuses[status] ?? 0) + 1;
    }
    expect(statuses).toEqual({ 401: 20, 429: 9980 });
    expect(owner).toBe(200);
    expect(await guess(relay.createToken())).toBe(200);
  });
});

/** Opens a relay and an authenticated socket. */
async function openSocket(options: RelayOptions = {}) {
  const relay = await openRelay(options);
  const session = await pair(relay);
  const socket = new WebSocket(`${relay.url.replace("http", "ws")}/ws`, { origin: relay.origin });
  socket.on("error", () => {});
  await once(socket, "open");
  socket.send(JSON.stringify({ kind: "hello", wire: wireVersion, session }));
  await once(socket, "message");
  return { relay, socket };
}

const isWell = async (relay: Relay) =>
  (await ask(relay, { headers: { Host: `127.0.0.1:${relay.port}` } })).status === 200;

describe("requests that are too large, too slow or incomplete", () => {
  test.each([
    ["text", "x".repeat(maxMessageBytes + 1)],
    ["bytes", new Uint8Array(maxMessageBytes + 1)],
  ])("an oversized %s frame closes its socket only", async (_name, frame) => {
    const { relay, socket } = await openSocket();
    socket.send(frame);
    expect((await once(socket, "close"))[0]).toBe(1009);
    expect(await isWell(relay)).toBe(true);
  });

  test("an oversized body or header is refused", async () => {
    const relay = await openRelay({ blobs: true, limits: { blobBytes: 1000 } });
    const headers = { Host: `127.0.0.1:${relay.port}`, Origin: relay.origin };
    const json = { ...headers, "Content-Type": "application/json" };
    const body = JSON.stringify({ token: "x".repeat(5000) });
    const answer = await ask(relay, { method: "POST", path: "/api/session", headers: json, body });
    expect([answer.status, answer.body]).toEqual([413, "The request body is too large."]);
    const large = await ask(relay, { method: "PUT", path: blob, headers, body: "x".repeat(1001) });
    expect(large.status).toBe(413);
    const { status } = await ask(relay, { headers: { ...headers, Cookie: "x".repeat(20_000) } });
    expect(status).toBe(431);
    expect(await isWell(relay)).toBe(true);
  });

  test("a half-open socket is detected", async () => {
    const { relay } = await openSocket({
      limits: { pingMs: 500 },
      metrics: { host: "127.0.0.1", port: 0 },
    });
    const half = await openRaw(relay, [
      "GET /ws HTTP/1.1",
      `Host: 127.0.0.1:${relay.port}`,
      `Origin: ${relay.origin}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]);
    // it answers no ping, like a lost connection; the other socket, which does, stays open
    await once(half, "close");
    const metrics = await (await fetch(relay.metricsUrl ?? "")).text();
    expect(metrics).toContain('sockets_total{outcome="unheard"} 1');
    expect(metrics).toContain("mcp_playground_sockets 1");
  });

  test("a request that never ends is closed", async () => {
    const relay = await openRelay({ limits: { requestMs: 300 } });
    const slow = connect(relay.port, "127.0.0.1");
    slow.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${relay.port}\r\nX-Slow: `);
    slow.resume();
    await once(slow, "close");
    expect(await isWell(relay)).toBe(true);
  });

  test("a client that does not read its response is disconnected", async () => {
    const relay = await openRelay({
      blobs: true,
      limits: { requestMs: 1000, blobBytes: 16_000_000 },
    });
    const headers = { Host: `127.0.0.1:${relay.port}`, Origin: relay.origin };
    const body = "x".repeat(16_000_000);
    expect((await ask(relay, { method: "PUT", path: blob, headers, body })).status).toBe(201);
    const reader = await openRaw(relay, [`GET ${blob} HTTP/1.1`, `Host: ${headers.Host}`]);
    reader.pause();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    let received = 0;
    reader.on("data", (bytes) => {
      received += bytes.length;
    });
    reader.on("error", () => {});
    reader.resume();
    await once(reader, "close");
    expect(received).toBeLessThan(body.length);
  });

  test("above the connection limit the oldest idle connection is closed", async () => {
    const relay = await openRelay({ limits: { connections: 5 } });
    const held: Socket[] = [];
    for (let i = 0; i < 5; i++) {
      const socket = connect(relay.port, "127.0.0.1");
      socket.on("error", () => {}).resume();
      held.push(socket);
      await once(socket, "connect");
    }
    const closed = once(held[0] as Socket, "close");
    expect(await isWell(relay)).toBe(true);
    await closed;
    for (const socket of held) socket.destroy();
    expect(await isWell(relay)).toBe(true);
  });

  /** Opens a TCP connection, sends these lines and waits for the first bytes. */
  async function openRaw(relay: Relay, lines: readonly string[]): Promise<Socket> {
    const socket = connect(relay.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    await once(socket, "data");
    return socket;
  }
});

describe("unusable home, store and ports", () => {
  test("a home directory that cannot be written is reported, and everything else works", async () => {
    const relay = await launchRelayProcess(["--blobs"], { HOME: "/dev/null/home" });
    expect(relay.said.out).toContain("is kept in memory and lost when the relay ends");
    expect(await pair(relay)).toMatch(/^[\w-]{43}$/);
    const put = await fetch(`${relay.url}${blob}`, {
      method: "PUT",
      headers: { Origin: relay.origin },
      body: "x",
    });
    expect(put.status).toBe(201);
  });

  test("a store that is unreachable at the start is reported without its password, and the page is served", async () => {
    const port = await freePort();
    const relay = await launchRelayProcess([
      `--store=redis://:hunter2@127.0.0.1:${port}`,
      "--public-url=http://127.0.0.1",
      "--stdio",
      "--log-format=json",
    ]);
    await until(() => relay.said.out.includes("cannot be reached: nothing listens there"));
    expect((await fetch(relay.url)).status).toBe(200);
    const answer = await fetch(`${relay.url}/api/session`, {
      method: "POST",
      headers: { Origin: relay.origin, "Content-Type": "application/json" },
      body: JSON.stringify({ token: relay.token }),
    });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(`${relay.said.out}${relay.said.err}`).not.toContain("hunter2");
  });

  test("text from clients is escaped in the log and cut to one line", async () => {
    const relay = await launchRelayProcess(["--log-format=json"]);
    const socket = connect(relay.port, "127.0.0.1");
    socket.on("error", () => {}).resume();
    const host = `evil\x85\x9b31m${"x".repeat(15_000)}`;
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, "latin1");
    await once(socket, "close");
    const line = await until(() =>
      relay.said.err.split("\n").find((text) => text.includes('"refused"')),
    );
    const logged = JSON.parse(line) as { host: string };
    expect(logged.host).toMatch(/^evil\\u\{85\}\\u\{9b\}31mx+… \(15009 characters\)$/);
    expect(line.length).toBeLessThan(1000);
    expect(relay.said.err).not.toMatch(/[\u0080-\u009f]/);
  });

  test("a metrics port in use is reported, and nothing keeps running", async () => {
    const relay = await openRelay();
    const metrics = { host: "127.0.0.1", port: relay.port };
    await expect(openRelay({ metrics })).rejects.toThrow(
      `--metrics: port ${relay.port} is in use by another program.`,
    );
  });
});

test("every container of compose.yaml has a read-only root, no capabilities and no root user", () => {
  const text = readFileSync(join(projectRoot, "compose.yaml"), "utf8");
  const { services } = parse(text, { merge: true }) as { services: Record<string, object> };
  expect(Object.keys(services)).toEqual(["relay-one", "relay-two", "store", "proxy"]);
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    // the image of the relays has its own
    expect("build" in service || "user" in service, name).toBe(true);
  }
});

test("the Kubernetes manifest runs what compose.yaml runs, as confined", () => {
  const compose = parse(readFileSync(join(projectRoot, "compose.yaml"), "utf8"), { merge: true });
  const manifest = readFileSync(join(projectRoot, "deploy", "kubernetes.yaml"), "utf8");
  const objects = parseAllDocuments(manifest).map((document) => document.toJS());
  const podOf = (kind: string) => objects.find((each) => each.kind === kind).spec.template.spec;
  const relay = podOf("Deployment");
  const store = podOf("StatefulSet");
  const flagsOf = (flags: readonly string[]) =>
    flags.filter((flag) => !flag.startsWith("--public-url="));
  const { services } = compose;
  expect(flagsOf(relay.containers[0].args)).toEqual(flagsOf(services["relay-one"].command));
  expect(store.containers[0].args).toEqual(services.store.command);
  for (const { securityContext, containers, automountServiceAccountToken } of [relay, store]) {
    expect(automountServiceAccountToken).toBe(false);
    expect(securityContext).toMatchObject({ runAsNonRoot: true });
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  }
});
