/** A server whose file can be changed, and a client behind a tap that restarts it. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { temporaryFolder, until } from "../../../relay.fixture.ts";
import { tapArguments } from "../tap.fixture.ts";

interface ServerFacts {
  /** Names of its tools, beside `pid`, `slow`, `seen`, `die` and `ask`, which are not listed. */
  readonly tools: readonly string[];
  /** Makes the file another one. */
  readonly mark?: number;
}

/** Writes the file of a server, and returns its path. */
export function serverFile(folder: string, { tools, mark = 0 }: ServerFacts): string {
  const file = join(folder, "server.mjs");
  writeFileSync(
    file,
    `// ${mark}
import { createInterface } from "node:readline";
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const seen = [];
const asked = new Map();
let asks = 0;
const text = (id, text) => send({ id, result: { content: [{ type: "text", text }] } });
const calls = {
  pid: (id) => text(id, String(process.pid)),
  slow: (id) => setTimeout(() => text(id, "slow"), 300),
  seen: (id) => text(id, JSON.stringify(seen)),
  die() { console.error("it broke"); process.exit(7); },
  ask(id) {
    const own = ++asks;
    asked.set(own, ({ roots }) => text(id, roots.length + " roots"));
    send({ id: own, method: "roots/list" });
  },
};
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }),
  "tools/list": () => ({ tools: ${JSON.stringify(tools)}.map((name) => ({ name, inputSchema: { type: "object" } })) }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) return asked.get(id)?.(result);
  seen.push([method, params ?? null]);
  if (id === undefined) return;
  if (method === "subscriptions/listen") {
    const _meta = { "io.modelcontextprotocol/subscriptionId": id };
    return send({ method: "notifications/subscriptions/acknowledged", params: { _meta, notifications: params.notifications } });
  }
  if (method === "tools/call" && calls[params.name]) return calls[params.name](id);
  send({ id, result: answers[method]?.(params) ?? {} });
});
`,
  );
  return file;
}

/** A transport of the official client to a tap that restarts the server when its file changes. */
export const watchedTransport = (folder: string, file: string): StdioClientTransport =>
  new StdioClientTransport({
    command: process.execPath,
    args: tapArguments("--watch", file, "--", process.execPath, file),
    env: { ...process.env, XDG_STATE_HOME: folder } as Record<string, string>,
    stderr: "pipe",
  });

interface Received {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly requestId?: unknown };
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Starts a tap that restarts its server on SIGHUP, and connects to it by hand. */
export async function createTapClient(facts: ServerFacts, ...options: readonly string[]) {
  const folder = temporaryFolder();
  const file = serverFile(folder, facts);
  // a path that does not change, so that only signals restart it
  const watched = join(folder, "watched.txt");
  writeFileSync(watched, "");
  const args = tapArguments("--watch", watched, ...options, "--", process.execPath, file);
  const env = { ...process.env, XDG_STATE_HOME: folder };
  const child = spawn(process.execPath, args, { env, cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  let errors = "";
  child.stderr.on("data", (bytes) => {
    errors += bytes;
  });
  const received: Received[] = [];
  const waiting = new Map<unknown, (message: Received) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message: Received = JSON.parse(line);
    received.push(message);
    if (message.method === undefined) waiting.get(message.id)?.(message);
  });
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let ids = 0;
  const client = {
    received,
    request(method: string, params: object) {
      const id = ++ids;
      return new Promise<Received>((resolve) => {
        waiting.set(id, resolve);
        send({ id, method, params });
      });
    },
    answer: (id: Received["id"], result: object) => send({ id, result }),
  };
  await client.request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: { roots: {} },
    clientInfo: { name: "c", version: "1" },
  });
  send({ method: "notifications/initialized" });
  return {
    client,
    child,
    folder,
    errors: () => errors,
    restart: () => child.kill("SIGHUP"),
    /** Waits until the server has been restarted so many times. */
    restarted: (times: number) => until(() => errors.split("was restarted in").length > times),
  };
}
