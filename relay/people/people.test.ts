import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { WebSocket } from "ws";
import { createLiveAddress } from "../../shared/recording/live/liveLink.ts";
import type { AuditEvent } from "../audit.ts";
import type { LogFacts, Logger } from "../logger.ts";
import { newId, openRelay, temporaryFolder, until } from "../relay.fixture.ts";
import { OptionError, type RelayOptions, resolveOptions } from "../relayOptions.ts";
import { createPeople, isPersonRefusal } from "./people.ts";
import {
  hello,
  openProxy,
  openSocket,
  proxyAddress,
  publicUrl,
  send,
} from "./signInProxy.fixture.ts";

const named = { authHeader: "X-Forwarded-Email", trustProxy: proxyAddress };
const withRoles = { ...named, roleHeader: "X-Forwarded-Groups", actingRoles: ["dev", "ops"] };

/** What the proxy adds for each cookie. */
const fields: Readonly<Record<string, readonly string[]>> = {
  ada: ["X-Forwarded-Email", "ada@example.com", "X-Forwarded-Groups", "staff, dev"],
  // names of headers have no case
  bob: ["x-forwarded-EMAIL", "bob@example.com", "x-forwarded-groups", "staff"],
  roleless: ["X-Forwarded-Email", "eve@example.com"],
};

const session = { method: "POST", body: JSON.stringify({ token: "wrong" }) };
const cookie = (value: string) => ["Cookie", value];

/** A relay that trusts a proxy, with what it logged and recorded. */
async function openTeam(options: RelayOptions = withRoles) {
  const logged: (LogFacts & { readonly event: string })[] = [];
  const audited: AuditEvent[] = [];
  const note = (event: string, facts: LogFacts = {}) => void logged.push({ event, ...facts });
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  const relay = await openRelay({
    publicUrl,
    stdio: true,
    blobs: true,
    logger,
    audit: (event) => void audited.push(event),
    ...options,
  });
  const proxy = await openProxy(relay.port, (text) => fields[text] ?? []);
  return { relay, proxy, logged, audited };
}

test("only who is named by the trusted proxy gets in, over HTTP and WebSocket alike", async () => {
  const { relay, proxy } = await openTeam(named);
  expect(await send(proxy, "/api/pair", { fields: cookie("ada") })).toMatchObject({ status: 200 });
  expect(await openSocket(proxy, { Cookie: "ada" })).toMatchObject({ status: 101 });

  const missing = { status: 401, code: "identity-missing" };
  expect(await send(proxy, "/api/pair")).toMatchObject(missing);
  expect(await send(proxy, "/")).toMatchObject(missing);
  expect(await openSocket(proxy, {})).toMatchObject(missing);

  const direct = { status: 403, code: "not-through-proxy" };
  const forged = { "X-Forwarded-Email": "ada@example.com", "X-Forwarded-For": proxyAddress };
  expect(
    await send(relay.port, "/api/pair", { fields: Object.entries(forged).flat() }),
  ).toMatchObject(direct);
  expect(await openSocket(relay.port, forged)).toMatchObject(direct);
});

test.each([
  ["a second header", ["X-Forwarded-Email", "mallory@example.com"]],
  ["a second header in another case", ["x-forwarded-email", "mallory@example.com"]],
])("a browser that sends %s beside the proxy's is nobody", async (_what, own) => {
  const { proxy } = await openTeam(named);
  const ambiguous = { status: 400, code: "identity-ambiguous" };
  expect(await send(proxy, "/api/pair", { fields: [...cookie("ada"), ...own] })).toMatchObject(
    ambiguous,
  );
  const headers = { Cookie: "ada", [own[0] ?? ""]: own[1] ?? "" };
  expect(await openSocket(proxy, headers)).toMatchObject(ambiguous);
});

test.each([
  "mallory@example.com, ada@example.com",
  "ada@example.com\u202e",
  "a".repeat(257),
  "\ufffd",
])("%j is no name", async (value) => {
  const { relay } = await openTeam(named);
  const proxy = await openProxy(relay.port, () => [
    "X-Forwarded-Email",
    Buffer.from(value).toString("latin1"),
  ]);
  expect(await send(proxy, "/api/pair")).toMatchObject({ status: 400, code: "identity-ambiguous" });
});

test("who may only look reads pages, recordings and live sessions, and does nothing else", async () => {
  const { proxy } = await openTeam();
  const looks = { status: 403, code: "may-only-look" };
  const id = "abcdefghijklmnopqrstuv";
  const stored = await send(proxy, `/api/blobs/${id}`, {
    method: "PUT",
    body: "sealed",
    fields: cookie("ada"),
  });
  expect(stored.status).toBe(201);
  expect(await send(proxy, `/api/blobs/${id}`, { fields: cookie("bob") })).toMatchObject({
    status: 200,
    body: "sealed",
  });
  for (const [method, path] of [
    ["POST", "/api/session"],
    ["POST", "/api/pair"],
    ["POST", "/api/link"],
    ["PUT", "/api/blobs/ABCDEFGHIJKLMNOPQRSTUV"],
    ["DELETE", `/api/blobs/${id}`],
    ["PUT", `/api/live/${id}`],
    ["POST", `/api/live/${id}/0`],
    ["OPTIONS", "/api/session"],
  ] as const) {
    expect(await send(proxy, path, { method, fields: cookie("bob") }), path).toMatchObject(looks);
  }
  expect(await openSocket(proxy, { Cookie: "bob" })).toMatchObject(looks);

  expect(await send(proxy, "/api/session", { ...session, fields: cookie("ada") })).toMatchObject({
    status: 401,
    code: undefined,
  });
  expect(await openSocket(proxy, { Cookie: "ada" })).toMatchObject({ status: 101 });
  const roleless = { status: 403, code: "role-missing" };
  expect(await send(proxy, "/api/pair", { fields: cookie("roleless") })).toMatchObject(roleless);
  expect(await openSocket(proxy, { Cookie: "roleless" })).toMatchObject(roleless);
  const twice = [...cookie("bob"), "X-Forwarded-Groups", "dev"];
  expect(await send(proxy, "/api/pair", { fields: twice })).toMatchObject({
    status: 400,
    code: "role-ambiguous",
  });
});

test("a group is compared as a whole, in its case", async () => {
  const { relay } = await openTeam();
  for (const groups of ["developers", "DEV", "dev ops", "xdev,opsx"]) {
    const proxy = await openProxy(relay.port, () => [
      "X-Forwarded-Email",
      "bob@example.com",
      "X-Forwarded-Groups",
      groups,
    ]);
    expect(await openSocket(proxy, {}), groups).toMatchObject({ code: "may-only-look" });
  }
});

test("health and readiness need nobody, at exactly their paths", async () => {
  const { relay } = await openTeam();
  expect((await send(relay.port, "/api/health")).status).toBe(200);
  expect((await send(relay.port, "/api/ready")).status).toBe(200);
  for (const path of [
    "/api/health?",
    "/api/health/",
    "/api/Health",
    "//api/health",
    "/api/blobs/x",
  ]) {
    expect(await send(relay.port, path), path).toMatchObject({ code: "not-through-proxy" });
  }
  expect(await send(relay.port, "/api/health", { method: "POST" })).toMatchObject({ status: 403 });
});

test("a request over IPv6 is not taken for one of the proxy, and an IPv4 address in IPv6 form is", async () => {
  const { relay } = await openTeam(named);
  const answerFrom = (to: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(relay.port, to, () =>
        socket.end(
          "GET /api/pair HTTP/1.1\r\nHost: play.example.com\r\nX-Forwarded-Email: a@b\r\nConnection: close\r\n\r\n",
        ),
      );
      let text = "";
      socket.on("data", (bytes) => (text += bytes)).on("error", reject);
      socket.on("close", () => resolve(text));
    });
  expect(await answerFrom("::1")).toContain("X-Refusal: not-through-proxy");

  const dual = await openRelay({ ...named, publicUrl, host: "::", trustProxy: "127.0.0.3" });
  const proxy = await openProxy(dual.port, () => ["X-Forwarded-Email", "ada@example.com"]);
  expect((await send(proxy, "/api/pair")).status).toBe(200);
  expect(await send(dual.port, "/api/pair")).toMatchObject({ code: "not-through-proxy" });
});

test("a request without an address, as over a Unix socket, comes from no proxy", async () => {
  const people = createPeople({ authHeader: "X-User", actingRoles: [] }, () => true);
  const path = join(temporaryFolder(), "socket");
  const server = createServer((incoming, response) => {
    const verdict = people.evaluate(incoming, false);
    response.end(isPersonRefusal(verdict) ? verdict.code : verdict?.name);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const [response] = await once(
    request({ socketPath: path, path: "/", headers: { "X-User": "ada" } }).end(),
    "response",
  );
  expect(await text(response)).toBe("not-through-proxy");
});

/** Opens an event stream, and collects its text. */
async function openStream(port: number, path: string, headers: Record<string, string>) {
  const control = new AbortController();
  onTestFinished(() => control.abort());
  let received = "";
  const { host } = new URL(publicUrl);
  const sent = request({
    host: "127.0.0.1",
    port,
    path,
    headers: { Host: host, ...headers },
    signal: control.signal,
  });
  sent.on("error", () => {}).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.on("data", (bytes) => (received += bytes)).on("error", () => {});
  return { text: () => received, close: () => control.abort() };
}

/** Messages of a socket as they come. */
function messagesOf(socket: WebSocket) {
  const messages: { kind: string }[] = [];
  socket.on("message", (data, isBinary) => {
    if (!isBinary) messages.push(JSON.parse(`${data}`));
  });
  return messages;
}

test("log and record name who requested, started, shared and opened", async () => {
  const { relay, proxy, logged, audited } = await openTeam();
  const token = relay.createToken();
  const paired = await send(proxy, "/api/session", {
    method: "POST",
    body: JSON.stringify({ token }),
    fields: cookie("ada"),
  });
  const { session: secret } = JSON.parse(paired.body);
  const { socket } = await openSocket(proxy, { Cookie: "ada" });
  const messages = messagesOf(socket);
  // members that a page of a later version adds are ignored
  socket.send(JSON.stringify({ ...hello(secret), later: true }));
  await until(() => messages.some(({ kind }) => kind === "welcome"));
  const command = { command: process.execPath, args: ["-v"] };
  const start = { kind: "start", id: newId(), until: 1, ...command, later: { a: 1 } };
  socket.send(JSON.stringify(start));
  await until(() => messages.some(({ kind }) => kind === "exited" || kind === "attached"));

  const { id } = createLiveAddress();
  await send(proxy, `/api/live/${id}`, { method: "PUT", fields: cookie("ada") });
  const put = { method: "PUT", body: "x", fields: cookie("ada") };
  await send(proxy, `/api/blobs/${id}`, put);
  await send(proxy, `/api/blobs/${id}`, { fields: cookie("bob") });
  await openStream(proxy, `/api/live/${id}?from=1`, { Cookie: "ada" });
  const [ada, bob] = ["ada@example.com", "bob@example.com"];
  expect(audited).toEqual([
    {
      what: "started",
      person: ada,
      command,
    },
    { what: "shared", person: ada, kind: "live", id },
    { what: "shared", person: ada, kind: "recording", id },
    { what: "opened", person: bob, kind: "recording", id },
    // also from a later message on
    { what: "opened", person: ada, kind: "live", id },
  ]);
  await until(() => logged.some(({ person }) => person === bob));
  expect(logged.filter(({ person }) => person === bob)).toEqual([
    expect.objectContaining({ event: "request", route: "blobs", status: 200 }),
  ]);
  expect(logged).toContainEqual({ event: "socket-opened", person: ada });
  expect(JSON.stringify(logged)).not.toContain(id);
});

test("owner and viewers of a live session see each other's names", async () => {
  const { proxy } = await openTeam();
  const { id } = createLiveAddress();
  const started = await send(proxy, `/api/live/${id}`, { method: "PUT", fields: cookie("ada") });
  const { ownerToken } = JSON.parse(started.body);
  const authorization = { Authorization: `Bearer ${ownerToken}` };
  const owner = await openStream(proxy, `/api/live/${id}/owner`, {
    Cookie: "ada",
    ...authorization,
  });
  await until(() => owner.text().includes("viewers"));
  const viewer = await openStream(proxy, `/api/live/${id}`, { Cookie: "bob" });
  await until(() => viewer.text().includes('event: owner\ndata: "ada@example.com"'));
  await until(() => owner.text().includes('event: people\ndata: ["bob@example.com"]'));
  viewer.close();
  await until(() => owner.text().endsWith("event: people\ndata: []\n\n"));
});

test.each<readonly [words: string, options: RelayOptions]>([
  ["--auth-header needs --trust-proxy", { authHeader: "X-Forwarded-Email" }],
  ["--auth-header needs a --trust-proxy that names", { ...named, trustProxy: "10.0.0.1, ::/0" }],
  ["--auth-header needs a --trust-proxy that names", { ...named, trustProxy: "0.0.0.0/0" }],
  ["--auth-header needs a header", { ...named, authHeader: "Cookie" }],
  ["--auth-header needs a header", { ...named, authHeader: "X Forwarded" }],
  ["--role-header needs a header", { ...withRoles, roleHeader: "authorization" }],
  ["--role-header must be another", { ...withRoles, roleHeader: "x-forwarded-email" }],
  ["--role-header and --acting-role need --auth-header", { roleHeader: "X-Groups" }],
  ["--role-header and --acting-role need each other", { ...named, roleHeader: "X-Groups" }],
  ["--role-header and --acting-role need each other", { ...named, actingRoles: ["dev"] }],
])("%s", (words, options) => {
  expect(() => resolveOptions(options)).toThrow(OptionError);
  expect(() => resolveOptions(options)).toThrow(words);
});
