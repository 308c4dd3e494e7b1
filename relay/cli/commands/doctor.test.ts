/** Real faults, each of which `mcp-playground doctor` names by exactly one cause. */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { everythingProgram, startEverything } from "../../../e2e/servers/everything.ts";
import { startModernServer } from "../../../e2e/servers/modern.ts";
import { freePort } from "../../../e2e/servers/process.ts";
import { serveHandler } from "../../../e2e/servers/serveHandler.ts";
import { startSessionsServer } from "../../../e2e/servers/sessions.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { createDemoServer } from "../../../shared/demo/demoServer.ts";
import type { DoctorCause } from "../../../shared/doctor/cause.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import {
  answer,
  createDatedAuthority,
  html,
  mcp,
  open,
  protectedMcp,
  serve,
  serveTcp,
  serveTls,
  withStream,
} from "./doctor.fixture.ts";
import { at, examine, expectCauses, expectClean, type Made } from "./doctorVerdicts.fixture.ts";

// each examination listens for signals, and many run at the same time
const listeners = process.getMaxListeners();
beforeAll(() => void process.setMaxListeners(100));
afterAll(() => void process.setMaxListeners(listeners));

const page = ["--origin", "https://page.example"];

const expectCause = (cause: DoctorCause, ...words: readonly string[]) =>
  expectCauses([[cause, async () => words]]);

const http = (
  cause: DoctorCause,
  listener: Parameters<typeof serve>[0],
  ...more: readonly string[]
): Made => [cause, async () => [at(await serve(listener)), ...more]];

const metadata =
  (more: object = {}, server: object = {}) =>
  (origin: string) => ({
    "/.well-known/oauth-protected-resource/mcp": {
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      ...more,
    },
    "/.well-known/oauth-authorization-server": {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      ...server,
    },
  });
const bearer = 'Bearer resource_metadata="ORIGIN/.well-known/oauth-protected-resource/mcp"';

const waysToServer: readonly Made[] = [
  ["nothing-listens", async () => [at(await freePort())]],
  ["url-unspecified", async () => [at(await freePort()).replace("127.0.0.1", "0.0.0.0")]],
  ["address-family", async () => [at(await serve(mcp(), "::1"))]],
  ["wrong-interface", async () => [at(await serve(mcp())).replace("127.0.0.1", "127.0.0.2")]],
  ["name-not-found", async () => ["http://nothing.invalid/mcp"]],
  ["connection-reset", async () => [at(await serveTcp((socket) => void socket.destroy()))]],
  ["not-http", async () => [at(await serveTcp((socket) => void socket.end("SSH-2.0-x\r\n")))]],
  ["no-answer", async () => [at(await serveTcp(() => {})), "--timeout", "1"]],
  ["plain-http", async () => [at(await serve(mcp())).replace("http:", "https:")]],
];

const hidden = "/hidden/rpc";
const longCard = { description: "x".repeat(10_000), remotes: [{ url: "{a}" }, { url: hidden }] };

/** A server at an unusual path, with documents of their own media type. */
const withDocuments = (documents: Readonly<Record<string, object>>) =>
  mcp({
    path: hidden,
    instead({ url = "" }, response) {
      const document = documents[url];
      if (document === undefined) return false;
      response.writeHead(200, { ...open, "Content-Type": "application/mcp-server-card+json" });
      response.end(JSON.stringify(document));
      return true;
    },
  });

const answers: readonly Made[] = [
  [
    "redirect",
    async () => {
      const to = at(await serve(mcp()));
      return [at(await serve(answer(301, "", { ...open, Location: to })))];
    },
  ],
  http("login-redirect", answer(302, "", { Location: "https://sso.example.invalid/login?to=mcp" })),
  http("login-page", answer(200, html("<input type=password>"), { "Content-Type": "text/html" })),
  http("html-page", answer(200, html("<div id=root>"), { "Content-Type": "text/html" })),
  http(
    "firewall",
    answer(403, html("Just a moment..."), { "Content-Type": "text/html", Server: "cloudflare" }),
  ),
  http("path-not-found", mcp({ path: "/rpc" })),
  http("wrong-path", mcp({ path: "/api/mcp" }), "--paths"),
  ...Object.entries({
    "/.well-known/ai-catalog.json": {
      specVersion: "1.0",
      entries: [
        { identifier: "urn:air:a:b", type: "application/a2a-agent-card+json", url: "/agent" },
        { identifier: "urn:air:a:c", type: "application/mcp-server-card+json", url: "/card" },
      ],
    },
    "/.well-known/mcp/catalog.json": {
      entries: [{ mediaType: "application/mcp-server+json", data: { remotes: [{ url: hidden }] } }],
    },
    "/.well-known/mcp/server-card.json": { transport: { endpoint: hidden } },
    "/.well-known/mcp.json": { endpoint: hidden },
    "/mcp/server-card": { remotes: [{ type: "streamable-http", url: hidden }] },
    "/.well-known/mcp": { endpoints: { websocket: "ws://a.example/", streamable_http: hidden } },
  }).map(([path, document]) =>
    http("wrong-path", withDocuments({ [path]: document, "/card": longCard }), "--paths"),
  ),
  http("rate-limited", answer(429)),
  http("not-acceptable", answer(415)),
  http("server-error", answer(500, "no database")),
  http("status-refused", answer(418)),
  http("forbidden", answer(403)),
  http("content-type", answer(200, "hello", { "Content-Type": "text/plain" })),
  http("invalid-json", answer(200, '{"jsonrpc":', { "Content-Type": "application/json" })),
  http("not-json-rpc", answer(200, '{"ok":true}', { "Content-Type": "application/json" })),
  http("empty-response", answer(200)),
  http(
    "origin-refused",
    mcp({
      instead(request, response) {
        if (request.headers.origin === undefined) return false;
        response.writeHead(403, open).end("Invalid origin");
        return true;
      },
    }),
    ...page,
  ),
  http("host-refused", answer(403, '{"error":"Invalid Host header: 127.0.0.1"}', open)),
];

/** With `--origin`, a server that a page cannot use fails, although other clients can. */
const crossOrigin: readonly Made[] = [
  http("cors-origin-missing", mcp({ headers: {} }), ...page),
  http(
    "cors-origin",
    mcp({ headers: { ...open, "Access-Control-Allow-Origin": "https://other.example" } }),
    ...page,
  ),
  http("cors-preflight-status", mcp({ preflight: 401 }), ...page),
  http(
    "cors-headers",
    mcp({ headers: { ...open, "Access-Control-Allow-Headers": "Content-Type" } }),
    ...page,
  ),
  http("cors-response", mcp({ headers: {}, preflightHeaders: open }), ...page),
  http(
    "expose-session",
    mcp({ session: "one", headers: { ...open, "Access-Control-Expose-Headers": "X-Other" } }),
    ...page,
  ),
];

const authorization: readonly Made[] = [
  http(
    "auth-no-challenge",
    protectedMcp(undefined, () => ({})),
  ),
  http(
    "auth-no-metadata",
    protectedMcp("Bearer", () => ({})),
  ),
  http(
    "auth-resource-mismatch",
    protectedMcp(bearer, metadata({ resource: "https://a.example/" })),
  ),
  http("auth-no-servers", protectedMcp(bearer, metadata({ authorization_servers: [] }))),
  http(
    "auth-server-no-metadata",
    protectedMcp(bearer, (origin) => metadata({ authorization_servers: [`${origin}/x`] })(origin)),
  ),
  http("auth-issuer-mismatch", protectedMcp(bearer, metadata({}, { issuer: "https://a.example" }))),
  http(
    "auth-no-pkce",
    protectedMcp(bearer, metadata({}, { code_challenge_methods_supported: ["plain"] })),
  ),
  http(
    "auth-no-registration",
    protectedMcp(bearer, metadata({}, { registration_endpoint: undefined })),
  ),
  http("token-refused", protectedMcp(bearer, metadata()), "--token", "a-token-that-is-old"),
  http("sign-in-needed", protectedMcp(bearer, metadata())),
  http("sign-in-needed", protectedMcp(undefined, metadata())),
];

const refusing = (method: string, status: number, body: object | string) =>
  mcp({
    session: "one",
    instead(_request, response, text) {
      if (!text.includes(`"${method}"`)) return false;
      response.writeHead(status, { ...open, "Content-Type": "application/json" });
      const { id } = JSON.parse(text);
      response.end(
        typeof body === "string" ? body : JSON.stringify({ jsonrpc: "2.0", id, ...body }),
      );
      return true;
    },
  });

const protocol: readonly Made[] = [
  http(
    "initialize-refused",
    refusing("initialize", 200, {
      error: { code: -32603, message: "no database" },
    }),
  ),
  http(
    "revision-unsupported",
    refusing("server/discover", 400, {
      error: { code: -32022, message: "Unsupported", data: { supported: ["2027-01-01"] } },
    }),
    "--revision",
    "2026-07-28",
  ),
  http("not-answered", refusing("initialize", 200, { id: "another", result: {} })),
  http("initialized-refused", refusing("notifications/initialized", 500, "")),
  [
    "session-not-kept",
    async () => {
      // two processes behind a balancer: each knows its own sessions only
      const servers = [await startSessionsServer(), await startSessionsServer()];
      onTestFinished(async () => void (await Promise.all(servers.map((each) => each.close()))));
      let count = 0;
      const port = await serve(async (request, response) => {
        const { url = "" } = servers[count++ % 2] ?? {};
        const { method = "GET", headers } = request;
        const chunks: Uint8Array[] = [];
        for await (const chunk of request) chunks.push(chunk as Uint8Array);
        const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
        const { host: _, connection: __, ...rest } = headers;
        const reply = await fetch(url, {
          method,
          headers: rest as Record<string, string>,
          ...body,
        });
        response.writeHead(reply.status, Object.fromEntries(reply.headers));
        response.end(await reply.text());
      });
      return [at(port)];
    },
  ],
  http(
    "stream-closed",
    withStream((response) => void setTimeout(() => response.end(), 300)),
  ),
  http(
    "stream-compressed",
    withStream((response) => void response.write(gzipSync(": hello\n\n")), {
      "Content-Encoding": "gzip",
    }),
  ),
  http("clock-skew", mcp({ headers: { ...open, Date: "Thu, 01 Jan 2026 00:00:00 GMT" } })),
];

const limit = 60_000;

describe("names the one cause", () => {
  test.each([
    ["of the way to the server", waysToServer],
    ["of answers that are no MCP", answers],
    ["of CORS", crossOrigin],
    ["of authorization", authorization],
    ["of the protocol and its streams", protocol],
  ])("%s", (_name, rows) => expectCauses(rows), limit);
});

describe("certificates", () => {
  const before = tls.getCACertificates("default");
  const ip = "IP:127.0.0.1";
  const secure = async (certificate: Parameters<typeof serveTls>[0]) =>
    at(await serveTls(certificate)).replace("http:", "https:");

  test("each fault is named, and a valid certificate has none", { timeout: limit }, async () => {
    const [authority, stranger] = [createDatedAuthority(), createDatedAuthority()];
    tls.setDefaultCACertificates([...before, authority.ca]);
    onTestFinished(() => tls.setDefaultCACertificates(before));
    await expectCause("certificate-expired", await secure(authority.issue(ip, [-9, -3])));
    await expectCause("certificate-not-yet-valid", await secure(authority.issue(ip, [3, 9])));
    await expectCause("certificate-name", await secure(authority.issue("DNS:other.example")));
    await expectCause("certificate-authority", await secure(stranger.issue(ip)));
    await expectCause("certificate-self-signed", await secure(authority.selfSigned()));
    const good = await secure(authority.issue(ip));
    await expectCause("tls-expected", good.replace("https:", "http:"));
  });
});

describe("commands", () => {
  const node = (code: string) => ["--timeout", "2", "--", process.execPath, "-e", code];
  const exits = (line: string) => node(`console.error(${JSON.stringify(line)}); process.exit(1)`);
  const waits = "setTimeout(() => {}, 60000);";

  const faults: readonly (readonly [DoctorCause, readonly string[]])[] = [
    ["program-not-found", ["--", "no-such-program-anywhere"]],
    ["node-version", ["--", process.execPath, "--no-such-option", "x.js"]],
    ["module-not-found", ["--", process.execPath, "/no/such/server.js"]],
    ["setting-missing", exits("Error: API_KEY environment variable is required")],
    ["crashed", node("throw new Error('no database')")],
    ["exited-silently", node("process.exit(0)")],
    ["stdout-noise", node(`console.log("Hello"); ${waits}`)],
    ["http-server", node(`console.log("Server listening on http://localhost:3000"); ${waits}`)],
    ["silent", node(waits)],
  ];

  test("each fault is named", { timeout: limit }, () =>
    expectCauses(faults.map(([cause, words]): Made => [cause, async () => words])),
  );

  test("a file that is no program, and a port in use", async () => {
    const path = join(temporaryFolder(), "server");
    writeFileSync(path, "text");
    chmodSync(path, 0o600);
    await expectCause("not-executable", "--", path);
    const port = await serve(mcp());
    const words = node(`require("http").createServer().listen(${port}, "127.0.0.1")`);
    await expectCause("port-in-use", ...words);
  });

  test("a server that works but also prints gets a warning", async () => {
    const script = join(temporaryFolder(), "noisy.mjs");
    mkdirSync(join(script, ".."), { recursive: true });
    const code = `console.log("ready"); process.argv[2] = "stdio"; await import(${JSON.stringify(everythingProgram)});`;
    writeFileSync(script, code);
    await expectCause("stdout-noise", "--", process.execPath, script, "stdio");
  });
});

describe("servers that work have no finding", () => {
  test("over HTTP and stdio", { timeout: limit }, async () => {
    const handle = createDemoServer({
      clock: systemClock,
      newId: randomUUID,
      date: () => new Date(),
    });
    const [demo, everything, modern, sessions] = await Promise.all([
      serveHandler(handle),
      startEverything(),
      startModernServer(),
      startSessionsServer(),
    ]);
    onTestFinished(async () => {
      await Promise.all([demo.close(), everything.stop(), modern.close(), sessions.close()]);
    });
    await Promise.all([
      expectClean(`${demo.url}/mcp`, ...page),
      expectClean(everything.url, ...page),
      expectClean(modern.url, ...page),
      expectClean(sessions.url, ...page),
      expectClean("--", process.execPath, everythingProgram, "stdio"),
    ]);
  });
});

test("the text names the cause, the fix and what was sent, without control characters", {
  timeout: limit,
}, async () => {
  const listener = answer(500, "\u001b[2Jno database", open);
  const { out, code } = await runCli("doctor", "--watch", "0", at(await serve(listener)));
  expect(code).toBe(1);
  expect(out).toContain("violation server-error");
  expect(out).toContain("no database");
  expect(out).not.toContain("\u001b[2J");
  expect(out).toMatch(/1 request of the doctor:\n {2}POST http:/);
  const cors = await runCli(
    "doctor",
    "--watch",
    "0",
    at(await serve(mcp({ headers: {} }))),
    "--fix",
    "hono",
  );
  expect(cors.code).toBe(0);
  expect(cors.out).toContain('import { cors } from "hono/cors";');
});

test("an unknown framework is refused with the words that are known, and nothing is sent", async () => {
  const { code, out, err } = await runCli("doctor", "http://localhost:9/mcp", "--fix", "foo");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toBe(
    "mcp-playground: --fix foo is not known. Known are express, hono, fastapi, starlette, fastmcp, go, spring, asp.net, nginx, caddy, node.js, python.\n",
  );
});

test("an endpoint on another origin is found without the user's credentials, and what is followed is bounded", {
  timeout: limit,
}, async () => {
  const heard = new Set<string | undefined>();
  const other = await serve((request, response) => {
    heard.add(request.headers["x-key"] as string | undefined);
    void mcp({ path: hidden })(request, response);
  });
  const far = `http://127.0.0.1:${other}${hidden}`;
  const remotes = (url: string) => ({ data: { remotes: Array(50).fill({ url }) } });
  const entry = { type: "application/mcp-server-card+json" };
  const catalog = (...urls: readonly string[]) => ({
    "/.well-known/ai-catalog.json": {
      entries: urls.flatMap((url) => Array(50).fill({ ...entry, ...remotes(url) })),
    },
  });
  const key = ["--header", "X-Key: secret-of-the-user"];
  const named = await serve(withDocuments({ "/.well-known/mcp.json": { endpoint: far } }));
  const { found } = await examine(`http://127.0.0.1:${named}/`, "--paths", ...key);
  expect(found[0]?.sentence).toContain(`/.well-known/mcp.json names ${far}.`);
  expect(heard).toEqual(new Set([undefined]));

  const flood = await serve(withDocuments(catalog("/nowhere")));
  const { code, out } = await runCli("doctor", "--paths", `http://127.0.0.1:${flood}/`);
  expect(code).toBe(1);
  expect(out.match(/\/nowhere/g)?.length).toBe(3);
});

test("credentials of the user go to the server alone", { timeout: limit }, async () => {
  const heard: (string | undefined)[] = [];
  const other = await serve((request, response) => {
    heard.push(request.headers.authorization);
    response.writeHead(404, open).end();
  });
  const challenge = `Bearer resource_metadata="http://127.0.0.1:${other}/metadata"`;
  const server = await serve(protectedMcp(challenge, () => ({})));
  await examine(at(server), "--header", "X-Key: secret-of-the-user");
  expect(heard).toEqual([undefined]);
});

test("what could not be examined is not ticked", { timeout: limit }, async () => {
  const bare = await serve((request, response) => {
    response.sendDate = false;
    if (request.method === "GET") return void response.writeHead(405, open).end();
    void mcp()(request, response);
  });
  const { code, out } = await runCli("doctor", at(bare), "--watch", "0");
  expect(code).toBe(0);
  expect(out).toContain("✓ The handshake works.\n");
  expect(out).toContain("– Not applicable: the server asks for no authorization.\n");
  expect(out).toContain("– Not measured: the server opened no stream of its own.\n");
  expect(out).toContain("– Not measured: no response has a Date.\n");
  expect(out).not.toMatch(/✓ (?:Authorization|Streams|The clocks)/);
});

test.each([
  [["doctor"], 2],
  [["doctor", "http://127.0.0.1:1/mcp", "and", "more"], 2],
  [["doctor", "http://127.0.0.1:1/mcp", "--origin", "nonsense"], 2],
  [["doctor", "http://127.0.0.1:1/mcp", "--watch", "x"], 2],
])("%j is wrong usage", async (argv, code) => {
  expect((await runCli(...argv)).code).toBe(code);
});
