import { existsSync, readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { runs, script, temporaryFolder, until } from "../../../relay.fixture.ts";
import { maxFrame } from "../agentServer.ts";
import { launchAgentHttp } from "./agentHttp.fixture.ts";
import { maxSessions } from "./agentSessions.ts";

/** A server that notes its processes in one file, and cancelled calls in another; `wait` never answers. */
const waiting = `
  import { appendFileSync } from "node:fs";
  appendFileSync(args[0], process.pid + "\\n");
  const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  const annotations = { readOnlyHint: true };
  const tools = [
    { name: "wait", annotations, inputSchema: { type: "object" } },
    { name: "change", annotations: { readOnlyHint: false }, inputSchema: { type: "object" } },
  ];
  (await import("node:readline")).createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") say({ id, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "waiting", version: "1" } } });
    else if (method === "tools/list") say({ id, result: { tools } });
    else if (method === "tools/call" && params.name === "wait") appendFileSync(args[1], "called\\n");
    else if (method === "tools/call") say({ id, result: { content: [{ type: "text", text: "changed" }] } });
    else if (method === "notifications/cancelled") appendFileSync(args[1], "cancelled\\n");
    else if (id !== undefined) say({ id, error: { code: -32601, message: "no" } });
  });`;

const linesOf = (file: string) =>
  existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];

function waitingServer() {
  const folder = temporaryFolder();
  const [pids, calls] = [join(folder, "pids"), join(folder, "calls")];
  const { command, args = [] } = script(waiting, pids, calls);
  return {
    argv: ["--", command, ...args],
    pids: () => linesOf(pids).map(Number),
    calls: () => linesOf(calls),
  };
}

test("two clients have a session each, with its own process and questions; a signal ends all", async () => {
  const server = waitingServer();
  const agent = await launchAgentHttp(...server.argv);
  const questions: string[] = [];
  const choose = (message: string) => {
    questions.push(message);
    return "Yes, once";
  };
  const [one, other] = await Promise.all([agent.connect(false), agent.connect(false, choose)]);
  expect(await one.use("connect")).toMatchObject({ connection: "c1", connected: true });
  expect(await other.use("list")).toMatchObject({ error: "There is no connection." });
  expect(await other.use("connect")).toMatchObject({ connection: "c1", connected: true });
  const [first = 0, second = 0] = server.pids();
  expect([first, second].map(runs)).toEqual([true, true]);

  expect(await one.use("call", { tool: "change" })).toHaveProperty("error");
  expect(JSON.stringify(await other.use("call", { tool: "change" }))).toContain("changed");
  expect(questions).toEqual([expect.stringContaining("change")]);

  await one.transport.terminateSession();
  expect([first, second].map(runs)).toEqual([false, true]);
  expect(await other.use("list", { kind: "tools" })).not.toHaveProperty("error");

  expect(await agent.end()).toBe(143);
  expect(runs(second)).toBe(false);
  // the token is shown once, and in no command, which others could read
  expect(agent.printed().split(agent.headers.Authorization ?? "?")).toHaveLength(2);
});

test("at 2026-07-28 a person is asked in rounds, and a call that a client leaves is cancelled", async () => {
  const server = waitingServer();
  const agent = await launchAgentHttp(...server.argv);
  const questions: string[] = [];
  const { use } = await agent.connect(true, (message) => {
    questions.push(message);
    return "Yes, once";
  });
  await use("connect");
  expect(JSON.stringify(await use("call", { tool: "change" }))).toContain("changed");
  expect(questions).toEqual([expect.stringContaining("change")]);
  const control = new AbortController();
  const called = use("call", { tool: "wait" }, control.signal);
  await until(() => server.calls().includes("called"));
  control.abort();
  await expect(called).rejects.toThrow();
  await until(() => server.calls().includes("cancelled"));
});

test("a question whose client has gone does not keep others waiting", async () => {
  const agent = await launchAgentHttp("--", "node", "unused.js");
  const headers = {
    ...agent.headers,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  let id = 0;
  const post = (
    method: string,
    params: object,
    more: Record<string, string>,
    signal?: AbortSignal,
  ) =>
    fetch(agent.url, {
      method: "POST",
      headers: { ...headers, ...more },
      // an earlier request may not have ended yet
      body: JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }),
      ...(signal && { signal }),
    });
  const clientInfo = { name: "test", version: "1" };
  const capabilities = { elicitation: { form: {} } };
  const hello = { protocolVersion: "2025-11-25", capabilities, clientInfo };
  const opened = await post("initialize", hello, {});
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
  /** Waits until a person would be asked; then the client goes. */
  const leave = async (command: string) => {
    const control = new AbortController();
    const params = { name: "connect", arguments: { command } };
    const { body } = await post("tools/call", params, session, control.signal);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = "";
    while (reader && !received.includes("elicitation/create")) {
      const { done, value } = await reader.read();
      if (done) break;
      received += value;
    }
    control.abort();
    return received;
  };
  for (const command of ["node one.js", "node two.js", "node three.js", "node four.js"]) {
    expect(await leave(command)).toContain(command);
  }
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

test("programs that are not meant, and requests that do not fit, are refused", async () => {
  const server = waitingServer();
  const agent = await launchAgentHttp(...server.argv);
  const usual = {
    ...agent.headers,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const send = async ({ method = "POST", path = "/mcp", headers = {}, body = "" }: Sent) => {
    const all = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
    const sent = request(new URL(path, agent.url), {
      ...{ method, agent: false },
      headers: Object.fromEntries(all) as Record<string, string>,
    });
    sent.end(body);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    sent.once("response", resolve).once("error", reject);
    const answer = await promise;
    const { statusCode: status, headers: answered } = answer;
    // the rest of a body that is too long is not read
    return { status, answered, said: status === 413 ? "" : await text(answer) };
  };
  const frame = (method: string, params: object = {}, id: unknown = 1) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params });
  const clientInfo = { name: "test", version: "1" };
  const initialize = frame("initialize", {
    ...{ protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
  });
  const at = new URL(agent.url).host;

  for (const [status, sent] of [
    [403, { headers: { host: "evil.example" } }],
    [403, { headers: { host: `evil.example:${new URL(agent.url).port}` } }],
    [403, { headers: { origin: "https://evil.example" } }],
    [403, { headers: { origin: `http://${at}` } }],
    [403, { headers: { origin: "null" } }],
    [403, { headers: { "sec-fetch-site": "cross-site" } }],
    [401, { headers: { Authorization: undefined } }],
    [401, { headers: { Authorization: "Bearer guessed" } }],
    [404, { path: "/.well-known/oauth-protected-resource", method: "GET" }],
    [405, { method: "GET" }],
    [403, { method: "OPTIONS", headers: { origin: "https://evil.example" } }],
    [415, { headers: { "content-type": "text/plain" } }],
    [413, { body: "x".repeat(maxFrame + 1) }],
    [400, { body: "{" }],
    [400, { body: frame("tools/list") }],
    [404, { body: frame("tools/list"), headers: { "mcp-session-id": "guessed" } }],
    [400, { method: "DELETE" }],
    [404, { method: "DELETE", headers: { "mcp-session-id": "guessed" } }],
  ] satisfies readonly (readonly [number, Sent])[]) {
    const { status: seen } = await send({ body: initialize, ...sent });
    expect(seen, JSON.stringify(sent).slice(0, 200)).toBe(status);
  }

  // what is beyond the limit ends the session that was not used for longest
  const opened: string[] = [];
  for (let count = 0; count <= maxSessions; count++) {
    const { status, answered } = await send({ body: initialize });
    expect(status).toBe(200);
    opened.push(String(answered["mcp-session-id"]));
  }
  const statusIn = async (session = "") =>
    (await send({ body: frame("ping"), headers: { "mcp-session-id": session } })).status;
  expect(await Promise.all([opened[0], opened[1], opened.at(-1)].map(statusIn))).toEqual([
    404, 200, 200,
  ]);
  // an initialize that is refused keeps none
  const refusedHello = await send({ body: frame("initialize") });
  expect(JSON.parse(refusedHello.said)).toHaveProperty("error");
  expect(await statusIn(String(refusedHello.answered["mcp-session-id"]))).toBe(404);
  const known = { "mcp-session-id": opened.at(-1) };
  const versioned = { ...known, "mcp-protocol-version": "1999-01-01" };
  expect((await send({ body: frame("ping"), headers: versioned })).status).toBe(400);

  // clients of the revision without sessions may use the same ids at once
  const params = {
    name: "diagnose",
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": clientInfo,
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
  const modern = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "diagnose",
  };
  const call = () => send({ body: frame("tools/call", params, "same"), headers: modern });
  for (const { status, said } of await Promise.all([call(), call()])) {
    expect(status).toBe(200);
    expect(JSON.parse(said)).toMatchObject({ id: "same", result: { isError: true } });
  }
  const mismatched = { ...modern, "mcp-name": "call" };
  const refused = await send({ body: frame("tools/call", params), headers: mismatched });
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.said).error.code).toBe(-32020);
  expect(server.pids()).toEqual([]);
});
