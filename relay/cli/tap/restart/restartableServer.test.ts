import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { idKey } from "../../../../shared/log/entry.ts";
import { temporaryFolder, until } from "../../../relay.fixture.ts";
import { serverFile } from "./restart.fixture.ts";
import { createRestartableServer } from "./restartableServer.ts";
import type { RestartLimits, RestartOutcome } from "./restartOptions.ts";
import { remember, type ServerGeneration, withClientIds } from "./serverGeneration.ts";
import { readLine } from "./tappedSession.ts";

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A server that is used without the process of a tap. */
function open(limits: Partial<RestartLimits>, file = serverFile(temporaryFolder(), { tools: [] })) {
  const received: Message[] = [];
  const outcomes: RestartOutcome[] = [];
  /** The ids of its processes. */
  const running = new Set<number>();
  const server = createRestartableServer({
    start() {
      const child = spawn(process.execPath, [file]);
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    },
    tell: (text) => received.push(JSON.parse(text)),
    note: () => {},
    onProcess: (pid, state) => void (state === "started" ? running.add(pid) : running.delete(pid)),
    onRestart: (outcome) => outcomes.push(outcome),
    onDown: () => {},
    limits,
  });
  server.stderr.resume();
  createInterface({ input: server.stdout }).on("line", (line) => received.push(JSON.parse(line)));
  const send = (message: Message) =>
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const find = (wanted: (message: Message) => boolean) => until(() => received.find(wanted));
  const call = (id: number, name: string) => send({ id, method: "tools/call", params: { name } });
  return { server, received, outcomes, running, send, call, find };
}

const hello = {
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "c", version: "1" },
  },
};

test("a request of the former process is cancelled, and the new one does not use its id", async () => {
  const { server, received, outcomes, send, call, find } = open({ drainMs: 50 });
  send(hello);
  await find(({ id, result }) => id === 0 && result !== undefined);
  call(1, "ask");
  const first = await find(({ method }) => method === "roots/list");
  server.restart();
  await until(() => outcomes.length === 1);
  expect(received).toContainEqual({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: first.id, reason: "The server was restarted." },
  });
  expect(received).toContainEqual(
    expect.objectContaining({ id: 1, error: expect.objectContaining({ code: -32000 }) }),
  );
  // the answer to a process that has gone goes nowhere
  send({ id: first.id as number, result: { roots: [{}, {}, {}] } });
  call(2, "ask");
  const second = await find(({ method, id }) => method === "roots/list" && id !== first.id);
  send({ id: second.id as string, result: { roots: [{}] } });
  expect(await find(({ id }) => id === 2)).toMatchObject({
    result: { content: [{ text: "1 roots" }] },
  });
});

test("no id comes to the client twice, whatever ids a server uses", () => {
  const generation = { number: 2, renamed: new Map(), original: new Map() };
  const known = new Set<string>([1, "1", "1-2"].map(idKey));
  const seen = [1, "1", "1-2", 1, 7].map((id) => {
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method: "roots/list" }));
    const line = withClientIds(generation as unknown as ServerGeneration, readLine(bytes), known);
    const head = line.messages[0]?.head;
    const key = idKey(head?.kind === "request" ? head.id : "");
    expect(known.has(key)).toBe(false);
    remember(known, key);
    return generation.original.get(key) ?? 7;
  });
  expect(seen).toEqual([1, "1", "1-2", 1, 7]);
});

test("a client that is being answered while its server is restarted gets one that knows it", async () => {
  const { server, outcomes, send, call, find } = open({ drainMs: 60_000 });
  send(hello);
  call(1, "slow");
  // both have gone to the former process, which has not started yet
  await new Promise(setImmediate);
  server.restart();
  await until(() => outcomes.length === 1);
  expect(await find(({ id }) => id === 1)).toHaveProperty("result");
  call(2, "seen");
  const { result } = await find(({ id }) => id === 2);
  const { content } = result as { content: [{ text: string }] };
  expect(JSON.parse(content[0].text)[0]).toEqual(["initialize", hello.params]);
});

/** The file of a server that writes lines before it answers, and lists one tool. */
function otherServer(file: string, early: readonly string[], tool = '{"name":"a"}') {
  writeFileSync(
    file,
    `import { createInterface } from "node:readline";
const early = ${JSON.stringify(early)};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  for (const text of early.splice(0)) console.log(text);
  const results = {
    initialize: '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}',
    "tools/list": '{"tools":[' + ${tool} + ']}',
    "tools/call": '{"content":[{"type":"text","text":"' + process.pid + '"}]}',
  };
  console.log('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":' + results[method] + '}');
});
`,
  );
  return file;
}

test("what a new process sends before it takes over is kept up to a size", async () => {
  const file = serverFile(temporaryFolder(), { tools: [] });
  const { server, received, outcomes, send, find } = open({ heldBytes: 1500 }, file);
  send(hello);
  await find(({ id, result }) => id === 0 && result !== undefined);
  const data = "x".repeat(1000);
  const note = { jsonrpc: "2.0", method: "notifications/message", params: { data } };
  otherServer(file, Array(5).fill(JSON.stringify(note)), "'{}'");
  server.restart();
  await until(() => outcomes.length === 1);
  send({ id: 1, method: "tools/call" });
  await find(({ id }) => id === 1);
  expect(received.filter(({ method }) => method === "notifications/message")).toHaveLength(2);
});

test("a new process whose lists cannot be compared does not take over, and is ended", async () => {
  const deep = `'{"name":"a","x":' + "[".repeat(200_000) + "]".repeat(200_000) + '}'`;
  const file = otherServer(`${temporaryFolder()}/server.mjs`, [], deep);
  const { server, outcomes, send, find, running } = open({}, file);
  send(hello);
  await find(({ id, result }) => id === 0 && result !== undefined);
  const [former] = running;
  server.restart();
  await until(() => outcomes.length === 1);
  expect(outcomes[0]).toMatchObject({ kind: "failed", isRunning: true });
  await until(() => running.size === 1);
  send({ id: 1, method: "tools/call" });
  expect(await find(({ id }) => id === 1)).toMatchObject({
    result: { content: [{ text: String(former) }] },
  });
});

test("messages beyond the limit are answered during a restart, the others afterwards", async () => {
  const { server, outcomes, send, call, find } = open({ heldMessages: 2 });
  send(hello);
  await find(({ id, result }) => id === 0 && result !== undefined);
  server.restart();
  for (const id of [1, 2, 3]) call(id, "pid");
  expect(await find(({ id }) => id === 3)).toMatchObject({
    error: { message: expect.stringContaining("too many messages wait") },
  });
  await until(() => outcomes.length === 1);
  for (const wanted of [1, 2]) {
    expect(await find(({ id }) => id === wanted)).toHaveProperty("result");
  }
});

test("an open stream of notifications goes on, and gets what changed", async () => {
  const folder = temporaryFolder();
  const { server, received, outcomes, send, find } = open({}, serverFile(folder, { tools: ["a"] }));
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  send({ id: 1, method: "tools/list", params: { _meta } });
  await find(({ id }) => id === 1);
  const params = { _meta, notifications: { toolsListChanged: true } };
  send({ id: 2, method: "subscriptions/listen", params });
  await find(({ method }) => method === "notifications/subscriptions/acknowledged");
  serverFile(folder, { tools: ["a", "b"] });
  server.restart();
  await until(() => outcomes.length === 1);
  expect(outcomes[0]).toMatchObject({ kind: "restarted", changes: [{ name: "b" }] });
  await find(({ method }) => method === "notifications/tools/list_changed");
  expect(received.slice(2)).toEqual([
    {
      jsonrpc: "2.0",
      method: "notifications/tools/list_changed",
      params: { _meta: { "io.modelcontextprotocol/subscriptionId": 2 } },
    },
  ]);
});

test.each(["input", "signal"])(
  "requests that wait for a restart are answered when the %s ends it",
  async (by) => {
    const { server, send, call, find, received } = open({});
    send(hello);
    await find(({ id }) => id === 0);
    server.restart();
    call(1, "pid");
    send({ method: "notifications/roots/list_changed" });
    call(2, "pid");
    // both have been read
    await new Promise(setImmediate);
    const ended = new Promise((resolve) => server.onEnd(resolve));
    if (by === "input") server.stdin.end();
    else server.kill("SIGTERM");
    await ended;
    const answers = received.filter(({ id }) => id === 1 || id === 2);
    expect(answers).toEqual(
      [1, 2].map((id) =>
        expect.objectContaining({
          id,
          error: expect.objectContaining({ message: expect.stringContaining("being restarted") }),
        }),
      ),
    );
  },
);

test("a client that leaves ends the server, also during a restart", async () => {
  const { server, send, find } = open({});
  send(hello);
  await find(({ id }) => id === 0);
  const ended = new Promise((resolve) => server.onEnd(resolve));
  server.restart();
  server.stdin.end();
  expect(await ended).toEqual({ code: 0, signal: null });
});
