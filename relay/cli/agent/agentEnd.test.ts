import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { serveHandler } from "../../../e2e/servers/serveHandler.ts";
import { runs, script, temporaryFolder, until } from "../../relay.fixture.ts";
import { startAgent } from "./agent.fixture.ts";

/** A server that notes its processes in a file, and whose tool never answers. */
const waiting = `
  import { appendFileSync } from "node:fs";
  appendFileSync(args[0], process.pid + "\\n");
  process.on("SIGTERM", () => {});
  const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  (await import("node:readline")).createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (method === "initialize") say({ id, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "waiting", version: "1" } } });
    else if (method === "tools/list") say({ id, result: { tools: [{ name: "wait", annotations: { readOnlyHint: true }, inputSchema: { type: "object" } }] } });
    else if (id !== undefined && method !== "tools/call") say({ id, error: { code: -32601, message: "no" } });
  });
  setInterval(() => {}, 1000);`;

const pidsIn = (file: string) =>
  existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];

/** The real program, and one request after the other. */
function launchAgent(...argv: readonly string[]) {
  const program = join(import.meta.dirname, "..", "main.ts");
  const agent = spawn(process.execPath, [program, "mcp", ...argv], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void agent.kill("SIGKILL"));
  const lines = createInterface(agent.stdout);
  let count = 0;
  const send = (method: string, params: object) =>
    agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++count, method, params })}\n`);
  return {
    agent,
    send,
    async ask(method: string, params: object) {
      send(method, params);
      for (;;) {
        const [line] = await once(lines, "line");
        const message = JSON.parse(line);
        if (message.id === count) return message.result;
      }
    },
  };
}

test.for(["SIGTERM", "SIGINT", "the end of standard input"] as const)(
  "%s ends the processes of an examination, and the session is recorded",
  async (how) => {
    const folder = temporaryFolder();
    const [pids, file] = [join(folder, "pids"), join(folder, "session.json")];
    const { command, args = [] } = script(waiting, pids);
    const { agent, send, ask } = launchAgent("--record", file, "--", command, ...args);
    const clientInfo = { name: "test", version: "1" };
    await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    const { structuredContent } = await ask("tools/call", { name: "connect", arguments: {} });
    expect(structuredContent).toMatchObject({ connected: true });
    send("tools/call", { name: "examine", arguments: { revision: "2025-11-25" } });
    await until(() => pidsIn(pids).length > 1);
    const ended = once(agent, "exit");
    if (how === "the end of standard input") agent.stdin.end();
    else agent.kill(how);
    const [code] = await ended;
    expect(code).toBe({ SIGTERM: 143, SIGINT: 130, "the end of standard input": 0 }[how]);
    expect(pidsIn(pids).filter(runs)).toEqual([]);
    const { connections, entries } = JSON.parse(readFileSync(file, "utf8"));
    expect(connections.length).toBeGreaterThan(1);
    expect(entries.length).toBeGreaterThan(3);
  },
);

test("a diagnosis that the agent cancels sends nothing more", async () => {
  let [requests, silentAt, aborted] = [0, 0, 0];
  const server = await serveHandler(({ signal }) => {
    if (++requests !== silentAt) return Promise.resolve(new Response("", { status: 500 }));
    return new Promise<Response>((_, reject) => {
      signal.addEventListener("abort", () => {
        aborted++;
        reject(signal.reason);
      });
    });
  });
  onTestFinished(server.close);
  const agent = await startAgent([`${server.url}/mcp`]);
  expect((await agent.use("connect")).value).toMatchObject({ connected: false });
  silentAt = requests + 2;
  const control = new AbortController();
  const call = { name: "diagnose", arguments: {} };
  const diagnosed = agent.client.callTool(call, { signal: control.signal });
  await until(() => requests === silentAt);
  control.abort();
  await expect(diagnosed).rejects.toThrow();
  await until(() => aborted === 1);
  await agent.leave();
  expect(requests).toBe(silentAt);
});

/** A server that notes its newest process in a file, and sends without end after a method. */
const flooding = (method: string) => `
  import { writeFileSync } from "node:fs";
  writeFileSync(args[0], String(process.pid));
  const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  const flood = () => { if (say({ method: "notifications/message", params: { level: "info", data: "x".repeat(1000) } })) setImmediate(flood); else process.stdout.once("drain", flood); };
  (await import("node:readline")).createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (method === "initialize") say({ id, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "flood", version: "1" } } });
    else if (method === "${method}") flood();
    else if (id !== undefined) say({ id, error: { code: -32601, message: "no" } });
  });`;

async function floodedAgent(method: string) {
  const pidFile = join(temporaryFolder(), "pid");
  const { command, args = [] } = script(flooding(method), pidFile);
  const options = { maxLogBytes: 4_000_000 };
  const agent = await startAgent(["--folder", temporaryFolder(), "--", command, ...args], options);
  await agent.use("connect");
  return { agent, pid: () => Number(readFileSync(pidFile, "utf8")) };
}

test("a server that floods an idle connection is ended, and what it sent can still be seen", async () => {
  const { agent, pid: pidNow } = await floodedAgent("notifications/initialized");
  const pid = pidNow();
  await until(() => !runs(pid));
  for (const tool of ["restart", "list", "connect"]) {
    expect(await agent.use(tool)).toMatchObject({
      isError: true,
      value: { error: "The messages of this session fill the memory." },
    });
  }
  expect((await agent.use("traffic")).isError).toBe(false);
  expect((await agent.use("open_in_page")).isError).toBe(false);
});

test("a server that floods a diagnosis is ended, and the session goes on", async () => {
  const { agent, pid } = await floodedAgent("ping");
  const connected = pid();
  expect(await agent.use("diagnose")).toMatchObject({
    isError: true,
    value: { error: "The server sent so many messages that they fill the memory." },
  });
  expect(pid()).not.toBe(connected);
  await until(() => !runs(pid()));
  expect((await agent.use("list")).isError).toBe(false);
  expect(runs(connected)).toBe(true);
});
