import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../../relay.fixture.ts";
import { recordingsIn, startTap } from "./tap.fixture.ts";

/** Starts a server, and a tap in front of it. */
async function tapOf(listener: RequestListener, options: readonly string[] = []) {
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { child, state } = startTap(["--http", "0", ...options, `${origin}/mcp`]);
  let said = "";
  child.stderr.on("data", (bytes) => {
    said += bytes;
  });
  const own = await until(() => /http:\/\/127\.0\.0\.1:\d+(?=\/mcp forwards)/.exec(said)?.[0]);
  return { origin, own, state, child };
}

interface SendOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

async function send(url: string, { method = "POST", headers = {}, body = "" }: SendOptions = {}) {
  const sent = request(url, { method, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { sent, answer };
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const pong = '{"jsonrpc":"2.0","id":1,"result":{}}';

test("headers and bodies are passed on as they are, in both directions", async () => {
  const got: { raw: string[]; body: Buffer }[] = [];
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
  const { origin, own, state } = await tapOf(async (received, response) => {
    got.push({ raw: received.rawHeaders, body: await buffer(received) });
    response.writeHead(209, "Unusual", [
      "X-Odd-Name",
      "a",
      "x-odd-name",
      "b",
      "Content-Length",
      "70000",
    ]);
    response.end(bytes);
  });
  const headers = {
    "X-MiXed": "é".normalize("NFC").replace("é", "\u00e9"),
    Authorization: "Bearer s3cret-value-of-a-token",
  };
  const { answer } = await send(`${own}/mcp?a=%20b`, { headers, body: bytes });
  expect([answer.statusCode, answer.statusMessage]).toEqual([209, "Unusual"]);
  expect(answer.rawHeaders.slice(0, 6)).toEqual([
    "X-Odd-Name",
    "a",
    "x-odd-name",
    "b",
    "Content-Length",
    "70000",
  ]);
  expect(bytes.equals(await buffer(answer))).toBe(true);
  expect(bytes.equals(got[0]?.body ?? Buffer.alloc(0))).toBe(true);
  const raw = got[0]?.raw ?? [];
  expect(raw).toEqual(
    expect.arrayContaining(["X-MiXed", "Authorization", "Bearer s3cret-value-of-a-token"]),
  );
  expect(raw[raw.findIndex((name) => name.toLowerCase() === "host") + 1]).toBe(
    new URL(origin).host,
  );
  await until(() =>
    recordingsIn(state).some(({ entries = [] }) => entries.some(({ kind }) => kind === "http-end")),
  );
  expect(JSON.stringify(recordingsIn(state))).not.toContain("s3cret-value");
});

test("events arrive as they are sent, and a client that leaves is noticed by the server", async () => {
  let stream: ServerResponse | undefined;
  let isClosed = false;
  const { own, state } = await tapOf((received, response) => {
    received.resume();
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.flushHeaders();
    response.on("close", () => {
      isClosed = true;
    });
    stream = response;
  });
  const { answer, sent } = await send(`${own}/mcp`, { body: ping });
  let got = "";
  answer.on("data", (chunk) => {
    got += chunk;
  });
  answer.on("error", () => {});
  stream?.write(": a comment\n\n");
  await until(() => got === ": a comment\n\n");
  stream?.write(`data: ${pong}\n\n`);
  await until(() => got.endsWith(`${pong}\n\n`));
  sent.destroy();
  await until(() => isClosed);
  const entries = await until(() =>
    recordingsIn(state)
      .map((recording) => recording.entries ?? [])
      .find((all) => all.some(({ kind }) => kind === "http-end")),
  );
  const kinds = entries.map(({ kind }) => kind);
  expect(kinds).toEqual(["message", "http-response", "frame", "message", "http-end"]);
});

test("a stream that the server breaks off is broken off for the client", async () => {
  const { own } = await tapOf((received, response) => {
    received.resume();
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write("data: half");
    setTimeout(() => response.destroy(), 100);
  });
  const { answer } = await send(`${own}/mcp`, { body: ping });
  await expect(text(answer)).rejects.toThrow("aborted");
});

test("a request target that is no path is refused, and the tap goes on", async () => {
  const { own } = await tapOf((received, response) => {
    received.resume();
    response.end(received.url);
  });
  const { port } = new URL(own);
  for (const target of ["*", "http://other.example/mcp", "x://y"]) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`OPTIONS ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`);
    socket.end("Connection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  }
  expect(await text((await send(`${own}/mcp`)).answer)).toBe("/mcp");
});

test("heads that cannot be passed on do not end the tap", async () => {
  const end = "Content-Length: 0\r\nConnection: close\r\n\r\n";
  const heads = ["099 X", "200 a\u0001b", "200 OK\r\nTrailer: X"];
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(`HTTP/1.1 ${heads.shift()}\r\n${end}`, "latin1"));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { child } = startTap(["--http", "0", `http://127.0.0.1:${port}/mcp`]);
  const [said] = await once(child.stderr, "data");
  const own = `${/http:\/\/127\.0\.0\.1:\d+/.exec(String(said))?.[0]}/mcp`;
  const statuses: unknown[] = [];
  while (heads.length > 0) {
    const { answer } = await send(own, { headers: { Trailer: "X" }, body: ping });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([502, 502, 200]);
});

test("a server that cannot be reached is answered with 502", async () => {
  const { child } = startTap(["--http", "0", "http://127.0.0.1:1/mcp"]);
  const [said] = await once(child.stderr, "data");
  const own = /http:\/\/127\.0\.0\.1:\d+/.exec(String(said))?.[0];
  const { answer } = await send(`${own}/mcp`, { body: ping });
  expect([answer.statusCode, await text(answer)]).toEqual([
    502,
    expect.stringContaining("ECONNREFUSED"),
  ]);
});

test("other hosts and origins are refused", async () => {
  let requests = 0;
  const { own } = await tapOf((received, response) => {
    requests++;
    received.resume();
    response.end();
  });
  const statusOf = async (headers: Record<string, string>) =>
    (await send(`${own}/mcp`, { headers, body: ping })).answer.statusCode;
  const { port } = new URL(own);
  expect(await statusOf({ Host: "evil.example" })).toBe(403);
  expect(await statusOf({ Host: "127.0.0.1:1" })).toBe(403);
  expect(await statusOf({ Origin: "https://evil.example" })).toBe(403);
  expect(await statusOf({ Origin: "null" })).toBe(403);
  expect(await statusOf({ Origin: `https://127.0.0.1:${port}` })).toBe(403);
  expect(requests).toBe(0);
  expect(await statusOf({ Host: `localhost:${port}`, Origin: own })).toBe(200);
});

/** What browsers add to requests of pages, and how apps and programs send theirs. */
const fetchMetadata = (site: string, mode: string, dest: string) => ({
  "Sec-Fetch-Site": site,
  "Sec-Fetch-Mode": mode,
  "Sec-Fetch-Dest": dest,
});
const browser = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:70.0) Gecko Firefox/70.0" };

/** Requests that a page can cause, also without reading the answer. */
const ofPages: Record<string, Record<string, string>> = {
  "an image": fetchMetadata("cross-site", "no-cors", "image"),
  "a script": fetchMetadata("same-site", "no-cors", "script"),
  "a style sheet": fetchMetadata("cross-site", "no-cors", "style"),
  "a module": fetchMetadata("same-origin", "cors", "script"),
  "a frame": fetchMetadata("cross-site", "navigate", "iframe"),
  "a link": fetchMetadata("cross-site", "navigate", "document"),
  "the address bar": fetchMetadata("none", "navigate", "document"),
  "fetch without CORS": fetchMetadata("cross-site", "no-cors", "empty"),
  "a page that was at this address before": fetchMetadata("same-origin", "cors", "empty"),
  "the script of a service worker": { "Service-Worker": "script" },
  "a browser without fetch metadata": browser,
};

test("what pages and browsers ask for is refused, and what programs ask for is not", async () => {
  const got: (string | undefined)[] = [];
  const { own } = await tapOf((received, response) => {
    got.push(received.url);
    response.end();
  });
  const ofPrograms = {
    Node: { "Sec-Fetch-Mode": "cors" },
    "a desktop app with the network code of a browser": {
      ...browser,
      ...fetchMetadata("none", "no-cors", "empty"),
    },
    "a client that sends the server's origin": { ...browser, Origin: own },
  };
  for (const [name, headers] of Object.entries(ofPages)) {
    const { answer } = await send(`${own}/mcp`, { method: "GET", headers });
    expect([answer.statusCode, await text(answer)], name).toEqual([
      403,
      expect.stringContaining("web pages"),
    ]);
  }
  expect(got).toEqual([]);
  for (const [name, headers] of Object.entries(ofPrograms)) {
    const { answer } = await send(`${own}/mcp`, { headers, body: ping });
    expect(answer.statusCode, name).toBe(200);
  }
});

test("cookies, which all programs at 127.0.0.1 share, pass only if the user wants it", async () => {
  const cookieOf = async (options: readonly string[]) => {
    const got: (string | undefined)[] = [];
    const { own } = await tapOf((received, response) => {
      got.push(received.headers.cookie);
      response.writeHead(200, { "Set-Cookie": "of=server", "Content-Type": "application/json" });
      response.end("{}");
    }, options);
    const { answer } = await send(`${own}/mcp`, { headers: { Cookie: "other=program" } });
    return [...got, answer.headers["set-cookie"]];
  };
  expect(await cookieOf([])).toEqual([undefined, undefined]);
  expect(await cookieOf(["--cookies"])).toEqual(["other=program", ["of=server"]]);
});

test("an answer that a browser would show or run is sandboxed, and a message stays as it is", async () => {
  let types: readonly string[] = [];
  const { own } = await tapOf((received, response) => {
    received.resume();
    const headers = types.flatMap((type) => ["Content-Type", type]);
    response.writeHead(200, [...headers, "X-Content-Type-Options", "none"]);
    response.end("<script>1</script>");
  });
  const policyOf = async (...sent: string[]) => {
    types = sent;
    const { headers } = (await send(`${own}/mcp`)).answer;
    return [headers["content-security-policy"], headers["x-content-type-options"]];
  };
  const sandboxed = ["sandbox; default-src 'none'", "nosniff"];
  for (const type of ["text/html", "image/svg+xml", "text/javascript", "application/jsonp"]) {
    expect(await policyOf(type)).toEqual(sandboxed);
  }
  expect(await policyOf()).toEqual(sandboxed);
  expect(await policyOf("application/json", "text/html")).toEqual(sandboxed);
  expect(await policyOf("application/json, text/html")).toEqual(sandboxed);
  for (const type of ["application/json", "text/event-stream; charset=utf-8"]) {
    expect(await policyOf(type)).toEqual([undefined, "none"]);
  }
});

test("the resource is at the tap's address, and nothing else is rewritten", async () => {
  const { origin, own } = await tapOf((received, response) => {
    received.resume();
    const { host } = received.headers;
    if (received.url === "/.well-known/oauth-protected-resource/mcp") {
      response.writeHead(200, { "Content-Type": "application/json" });
      const servers = [`http://${host}/issuer`];
      return void response.end(
        JSON.stringify({ resource: `http://${host}/mcp`, authorization_servers: servers }),
      );
    }
    response.writeHead(401, {
      "WWW-Authenticate": `Bearer resource_metadata="http://${host}/.well-known/oauth-protected-resource/mcp"`,
      "X-Other": `http://${host}/`,
    });
    response.end();
  });
  const { answer } = await send(`${own}/mcp`, { body: ping });
  const metadata = `${own}/.well-known/oauth-protected-resource/mcp`;
  expect(answer.headers["www-authenticate"]).toBe(`Bearer resource_metadata="${metadata}"`);
  expect(answer.headers["x-other"]).toBe(`${origin}/`);
  const { answer: document } = await send(metadata, { method: "GET" });
  expect(JSON.parse(await text(document))).toEqual({
    resource: `${own}/mcp`,
    authorization_servers: [`${origin}/issuer`],
  });
});

test("each session of a client is recorded by itself", async () => {
  let sessions = 0;
  const { own, state, child } = await tapOf(async (received, response) => {
    const { id, method } = JSON.parse(await text(received));
    const isNew = method === "initialize";
    if (isNew) sessions++;
    response.writeHead(200, {
      "Content-Type": "application/json",
      ...(isNew ? { "Mcp-Session-Id": `session-${sessions}` } : {}),
    });
    const result = isNew
      ? { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "s", version: "1" } }
      : { of: received.headers["mcp-session-id"] };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  const say = async (name: string) => {
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name, version: "1" },
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    const { answer } = await send(`${own}/mcp`, { body });
    await text(answer);
    return { "Mcp-Session-Id": String(answer.headers["mcp-session-id"]) };
  };
  const headers = [await say("one"), await say("two")];
  for (const each of headers)
    await text((await send(`${own}/mcp`, { headers: each, body: ping })).answer);
  child.kill("SIGTERM");
  const recordings = await until(() => {
    const all = recordingsIn(state);
    const ends = all.flatMap(({ entries = [] }) =>
      entries.filter(({ kind }) => kind === "http-end"),
    );
    return ends.length === 4 && all;
  });
  const names = recordings.map(({ connections }) => connections?.[0]?.clientInfo?.name);
  expect(names.toSorted()).toEqual(["one", "two"]);
  for (const { connections, entries = [] } of recordings) {
    expect(connections?.[0]).toMatchObject({
      revision: "2025-06-18",
      serverInfo: { name: "s" },
      transport: "streamable-http",
    });
    expect(entries.filter(({ kind }) => kind === "http-response")).toHaveLength(2);
  }
});

test("a server that answers on another stream is recorded as HTTP+SSE", async () => {
  let stream: ServerResponse | undefined;
  const { own, state } = await tapOf(async (received, response) => {
    if (received.method === "GET") {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write("event: endpoint\ndata: /messages\n\n");
      stream = response;
      return;
    }
    const { id } = JSON.parse(await text(received));
    response.writeHead(202).end();
    const serverInfo = { name: "old", version: "1" };
    const result = { protocolVersion: "2024-11-05", capabilities: {}, serverInfo };
    stream?.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
  });
  await send(`${own}/mcp`, { method: "GET" });
  const clientInfo = { name: "c", version: "1" };
  const params = { protocolVersion: "2024-11-05", capabilities: {}, clientInfo };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  await send(`${own}/messages`, { body });
  const connection = await until(() =>
    recordingsIn(state)
      .flatMap(({ connections = [] }) => connections)
      .find(({ serverInfo }) => serverInfo),
  );
  expect(connection).toMatchObject({ transport: "http-sse", serverInfo: { name: "old" } });
});
