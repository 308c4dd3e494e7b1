import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test } from "vitest";
import { recordingsIn, startTap } from "../cli/tap/tap.fixture.ts";
import { script, until } from "../relay.fixture.ts";
import { openMemoryStore } from "../store/openStore.ts";
import { openPublicTap, openServer, openTunnelRelay, send } from "./tunnels.fixture.ts";

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
/** Answers what the official client asks at the start. */
const stdioServer = `
import { createInterface } from "node:readline";
const results = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "small", version: "1" },
  },
  "tools/list": { tools: [{ name: "add", inputSchema: { type: "object" } }] },
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
});`;
const pong = '{"jsonrpc":"2.0","id":1,"result":{}}';

test("a request passes through relay and tap to the server, and is recorded", async () => {
  const got: { url: string | undefined; headers: Record<string, unknown>; body: string }[] = [];
  const origin = await openServer(async (received, response) => {
    got.push({ url: received.url, headers: received.headers, body: await text(received) });
    response.writeHead(200, { "Content-Type": "application/json", "Set-Cookie": "a=b" });
    response.end(pong);
  });
  const relay = await openTunnelRelay();
  const { address, state, said } = await openPublicTap(relay.url, [`${origin}/mcp`]);
  expect(said.text).toContain("can read all of it");
  const { answer } = await send(`${address}/mcp?a=%2F..`, {
    headers: {
      Authorization: "Bearer s3cret-value-of-a-token",
      Cookie: "session=of-the-relay",
      "X-Forwarded-For": "6.6.6.6",
      Forwarded: "for=6.6.6.6",
      Connection: "close, X-Hop",
      "X-Hop": "1",
    },
    body: ping,
  });
  expect(answer.statusCode).toBe(200);
  expect(await text(answer)).toBe(pong);
  expect(answer.headers).toMatchObject({
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(got).toEqual([
    {
      url: "/mcp?a=%2F..",
      body: ping,
      headers: expect.objectContaining({
        host: new URL(origin).host,
        authorization: "Bearer s3cret-value-of-a-token",
        "x-forwarded-for": "127.0.0.1",
        "x-forwarded-host": new URL(relay.url).host,
        "x-forwarded-proto": "http",
      }),
    },
  ]);
  expect(Object.keys(got[0]?.headers ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(cookie|forwarded|x-hop)$/)]),
  );
  await until(() =>
    recordingsIn(state).some(({ entries = [] }) => entries.some(({ kind }) => kind === "http-end")),
  );
  expect(JSON.stringify(recordingsIn(state))).not.toContain("s3cret-value");
});

test("an event stream passes as it comes, and a client that leaves is noticed by the server", async () => {
  let stream: ServerResponse | undefined;
  const origin = await openServer((received, response) => {
    received.resume();
    response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
    stream = response;
  });
  const relay = await openTunnelRelay();
  const { address } = await openPublicTap(relay.url, [`${origin}/mcp`]);
  const { answer, sent } = await send(`${address}/mcp`, { body: ping });
  let got = "";
  answer.on("data", (chunk) => {
    got += chunk;
  });
  stream?.write(": a comment\n\n");
  await until(() => got === ": a comment\n\n");
  const closed = once(stream as ServerResponse, "close");
  sent.destroy();
  await closed;
});

test("the official client works through it with a server over stdio, and Ctrl+C closes the address", async () => {
  const relay = await openTunnelRelay();
  const { command, args } = script(stdioServer);
  const { address, child } = await openPublicTap(relay.url, ["--", command, ...args]);
  const client = new Client({ name: "hosted", version: "1" });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  const exited = once(child, "exit");
  child.kill("SIGINT");
  await exited;
  const { answer } = await send(`${address}/mcp`, { body: ping });
  expect([answer.statusCode, await text(answer)]).toEqual([410, "This tunnel was closed.\n"]);
});

test("without agreement nothing is opened", async () => {
  const relay = await openTunnelRelay();
  const { child } = startTap(["--public", relay.url, "http://127.0.0.1:1/mcp"]);
  const said = text(child.stderr);
  const [code] = await once(child, "exit");
  expect(code).toBe(2);
  expect(await said).toContain("agree with --yes");
});

test("a relay without tunnels is named as such", async () => {
  const relay = await openTunnelRelay({ tunnels: false });
  const { child } = startTap(["--public", relay.url, "--yes", "http://127.0.0.1:1/mcp"]);
  const said = text(child.stderr);
  await once(child, "exit");
  expect(await said).toContain("started without --tunnels");
});

test.each([
  ["none", "http://server/mcp", "http://server/", "http://server/token"],
  ["resource", "http://tap/mcp", "http://server/", "http://server/token"],
  ["all", "http://tap/mcp", "http://tap/", "http://tap/token"],
])(
  "--rewrite %s: metadata names what it says, and the terminal says what was changed",
  async (mode, resource, issuer, endpoint) => {
    const origin: string = await openServer((received, response) => {
      received.resume();
      const { pathname } = new URL(received.url ?? "", origin);
      if (pathname === "/mcp") {
        const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
        response.writeHead(401, { "WWW-Authenticate": `Bearer resource_metadata="${metadata}"` });
        return response.end();
      }
      const documents: Record<string, object> = {
        "/.well-known/oauth-protected-resource/mcp": {
          resource: `${origin}/mcp`,
          authorization_servers: [`${origin}/`, "https://login.example.com/"],
        },
        "/.well-known/oauth-authorization-server": {
          issuer: `${origin}/`,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          response_types_supported: ["code"],
        },
      };
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(documents[pathname]));
    });
    const relay = await openTunnelRelay();
    const { address, said, state } = await openPublicTap(relay.url, [
      ...["--rewrite", mode],
      `${origin}/mcp`,
    ]);
    const shown = (text: string | null | undefined) =>
      text?.replaceAll(address, "http://tap").replaceAll(origin, "http://server");
    const refused = await send(`${address}/mcp`, { body: ping });
    const challenge = refused.answer.headers["www-authenticate"];
    const base = mode === "none" ? "http://server" : "http://tap";
    const challengeOf = (at: string) =>
      `Bearer resource_metadata="${at}/.well-known/oauth-protected-resource/mcp"`;
    expect(shown(challenge)).toBe(challengeOf(base));
    // where clients look for it: below the root of the relay, and below the address
    const { pathname } = new URL(address);
    for (const url of [
      `${relay.url}/.well-known/oauth-protected-resource${pathname}/mcp`,
      `${address}/.well-known/oauth-protected-resource/mcp`,
    ]) {
      const { answer } = await send(url, { method: "GET" });
      const document = shown(await text(answer)) ?? "";
      expect(JSON.parse(document)).toEqual({
        resource,
        authorization_servers: [issuer, "https://login.example.com/"],
      });
    }
    const url = `${relay.url}/.well-known/oauth-authorization-server${pathname}`;
    const { answer } = await send(url, { method: "GET" });
    expect(JSON.parse(shown(await text(answer)) ?? "")).toEqual({
      issuer,
      authorization_endpoint: "http://server/authorize",
      token_endpoint: endpoint,
      response_types_supported: ["code"],
    });
    // its recording has the same, without the address
    const recorded = await until(() => {
      const changed = recordingsIn(state).flatMap(({ entries = [] }) =>
        entries.flatMap((entry) =>
          entry.kind === "process" && entry.event.kind === "rewritten" ? [entry.event] : [],
        ),
      );
      const count = said.text.match(/ is now /g)?.length ?? 0;
      return changed.length === count && { changed };
    });
    // metadata is no message of MCP, so nothing is wrong with it as one
    const messages = recordingsIn(state).flatMap(({ entries = [] }) =>
      entries.filter(({ kind, direction }) => kind === "message" && direction === "in"),
    );
    expect(messages).toEqual([]);
    for (const { to } of recorded.changed) expect(to).toContain(`${relay.url}/t/••••••••`);
    expect(JSON.stringify(recordingsIn(state))).not.toContain(address.slice(-22));
    const notes = shown(said.text)?.match(/(?<=: )[\w-]+ .* is now .*/g) ?? [];
    expect(new Set(notes)).toEqual(
      new Set(
        [
          ["WWW-Authenticate", "http://server", base],
          ["resource", "http://server/mcp", resource],
          ["authorization_servers", "http://server/", issuer],
          ["issuer", "http://server/", issuer],
          ["token_endpoint", "http://server/token", endpoint],
        ].flatMap(([member, from, to]) => (from === to ? [] : [`${member} ${from} is now ${to}`])),
      ),
    );
  },
);

test("metadata is asked for uncompressed, and said to be unchanged if it is compressed all the same", async () => {
  const origin: string = await openServer((received, response) => {
    received.resume();
    const { pathname } = new URL(received.url ?? "", origin);
    const isStubborn = pathname.endsWith("/stubborn");
    const isCompressed = isStubborn || /gzip/.test(received.headers["accept-encoding"] ?? "gzip");
    const document = Buffer.from(JSON.stringify({ resource: `${origin}/mcp` }));
    response.setHeader("Content-Type", "application/json");
    if (isCompressed) response.setHeader("Content-Encoding", "gzip");
    response.end(isCompressed ? gzipSync(document) : document);
  });
  const relay = await openTunnelRelay();
  const { address, said } = await openPublicTap(relay.url, [`${origin}/mcp`]);
  const ask = async (path: string) => {
    const headers = { "Accept-Encoding": "gzip, br" };
    return (await send(`${address}${path}`, { method: "GET", headers })).answer;
  };
  const readable = await ask("/.well-known/oauth-protected-resource/mcp");
  expect(JSON.parse(await text(readable))).toEqual({ resource: `${address}/mcp` });
  const compressed = await ask("/.well-known/oauth-protected-resource/stubborn");
  expect(compressed.headers["content-encoding"]).toBe("gzip");
  compressed.resume();
  await until(() => /stubborn is compressed \(gzip\)/.test(said.text));
  // other answers are compressed as the client wants
  expect((await ask("/mcp")).headers["content-encoding"]).toBe("gzip");
});

test("a redirect of the server leads to the tap", async () => {
  const origin: string = await openServer((received, response) => {
    received.resume();
    const { pathname } = new URL(received.url ?? "", origin);
    const location = pathname === "/mcp" ? `${origin}/mcp/` : "/elsewhere/";
    response.writeHead(307, { Location: location }).end();
  });
  const relay = await openTunnelRelay();
  const { address } = await openPublicTap(relay.url, [`${origin}/mcp`]);
  for (const [path, location] of [
    ["/mcp", "/mcp/"],
    ["/other", "/elsewhere/"],
  ]) {
    const { answer } = await send(`${address}${path}`);
    expect(answer.headers.location).toBe(address + location);
  }
});

test("an authorization server's bodies are not recorded, and the end of its tunnel ends no other one", async () => {
  const origin = await openServer((received, response) => {
    received.resume();
    response.end("mcp");
  });
  const issuer = await openServer((_received, response) => void response.end());
  const first = await openTunnelRelay();
  const { said, state } = await openPublicTap(first.url, [
    ...["--rewrite", "all", "--authorization-server", issuer],
    `${origin}/mcp`,
  ]);
  const addressOf = (server: string) =>
    until(() => new RegExp(`(\\S+/t/[\\w-]{22})\\S* forwards to ${server}/`).exec(said.text)?.[1]);
  const [address, itsAddress] = [await addressOf(origin), await addressOf(issuer)];
  await send(`${itsAddress}/token`, { body: "username=alice" });
  const recorded = await until(() => {
    const entries = recordingsIn(state).flatMap((recording) => recording.entries ?? []);
    return entries.some(({ kind }) => kind === "http-end") && JSON.stringify(entries);
  });
  expect(recorded).toContain('"service":"authorization"');
  expect(recorded).not.toContain("alice");
  const store = await openMemoryStore({ lost() {}, found() {} });
  onTestFinished(() => store.close());
  const record = { expires: Date.now() + 60_000, hasEnded: true };
  const name = `tunnel/${itsAddress.slice(-22)}`;
  await store.put(name, Buffer.from(JSON.stringify(record)), { ttl: 60_000 });
  await first.close();
  const port = Number(new URL(first.url).port);
  await openTunnelRelay({ port, store });
  await until(() => said.text.includes(`the tunnel to ${issuer}: This tunnel was closed.`));
  await until(() => said.text.includes("Clients cannot sign in there any more"));
  await until(() => said.text.includes("is connected again"));
  const { answer } = await send(`${address}/mcp`);
  expect([answer.statusCode, await text(answer)]).toEqual([200, "mcp"]);
});
