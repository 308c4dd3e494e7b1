/** A server over HTTP whose file can be changed, and a tap that starts and restarts it. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { temporaryFolder, until } from "../../../relay.fixture.ts";
import { startTap } from "../tap.fixture.ts";

/** Writes the file of a server; it has the tools `pid`, `slow`, `seen`, `ask` and `die` beside those that it lists. */
export function httpServerFile(folder: string, tools: readonly string[], mark = 0): string {
  const file = join(folder, "server.mjs");
  writeFileSync(
    file,
    `// ${mark}
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
const sessions = new Map();
const event = (message) => "event: message\\ndata: " + JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n\\n";
const said = (text) => ({ content: [{ type: "text", text }] });
const seen = [];
const countsSessions = process.argv[3] === "counts";
// such as one that finishes what it does first
if (process.argv[3] === "lingers") process.on("SIGTERM", () => setTimeout(() => process.exit(0), 1000));
const calls = {
  pid: (id, done) => done(said(String(process.pid))),
  seen: (id, done) => done(said(JSON.stringify(seen))),
  slow: (id, done) => setTimeout(() => done(said("slow")), 300),
  never() {},
  die() { console.error("it broke"); process.exit(7); },
};
const ask = (response) => response.writeHead(200, { "Content-Type": "text/event-stream" }).write(event({ id: "q", method: "roots/list" }));
const greetings = { count: 0 };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: "s", version: "1" } }),
  "tools/list": () => ({ tools: ${JSON.stringify(tools)}.map((name) => ({ name, inputSchema: { type: "object" } })) }),
};
createServer(async (request, response) => {
  const session = request.headers["mcp-session-id"];
  const stream = () => response.writeHead(200, { "Content-Type": "text/event-stream" });
  if (request.method === "GET") {
    if (!sessions.has(session)) return response.writeHead(404).end();
    stream().flushHeaders();
    return;
  }
  if (request.method === "DELETE") return response.writeHead(sessions.delete(session) ? 200 : 404).end();
  const { id, method, params } = JSON.parse(await text(request));
  const isModern = params?._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;
  if (method !== "initialize" && !isModern && !sessions.has(session)) return response.writeHead(404).end();
  seen.push(method === "tools/call" ? method + " " + params.name : method);
  if (id === undefined || method === undefined) return response.writeHead(202).end();
  if (method === "subscriptions/listen") {
    const _meta = { "io.modelcontextprotocol/subscriptionId": id };
    return stream().write(event({ method: "notifications/subscriptions/acknowledged", params: { _meta, notifications: params.notifications } }));
  }
  if (method === "initialize") {
    const own = countsSessions ? String(++greetings.count) : randomUUID();
    sessions.set(own, true);
    response.setHeader("Mcp-Session-Id", own);
  }
  if (method === "tools/call" && params.name === "ask") return ask(response);
  const done = (result) => stream().end(event({ id, result }));
  if (method === "tools/call" && calls[params.name]) return calls[params.name](id, done);
  done(answers[method]?.(params) ?? {});
}).listen(Number(process.argv[2]), "127.0.0.1");
`,
  );
  return file;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a tap that starts the server, and restarts it on SIGHUP. */
export async function startHttpTap(tools: readonly string[], ...options: readonly string[]) {
  return startHttpTapAt(await freePort(), tools, "", ...options);
}

/** @param way how the server differs: `counts` its sessions for their ids, or `lingers` when it is ended */
export async function startHttpTapAt(
  port: number,
  tools: readonly string[],
  way: "counts" | "lingers" | "",
  ...options: readonly string[]
) {
  const folder = temporaryFolder();
  const file = httpServerFile(folder, tools);
  // a path that does not change, so that only signals restart it
  const watched = join(folder, "watched.txt");
  writeFileSync(watched, "");
  const { child, state } = startTap([
    ...["--http", "0", `http://127.0.0.1:${port}/mcp`, "--watch", watched, ...options],
    // as npm run does, a shell starts the process that has the port
    ...["--", "sh", "-c", `"${process.execPath}" "${file}" ${port} ${way}; true`],
  ]);
  let said = "";
  child.stderr.on("data", (bytes) => {
    said += bytes;
  });
  const url = await until(() => /http:\/\/127\.0\.0\.1:\d+\/mcp(?= forwards)/.exec(said)?.[0]);
  let restarts = 0;
  return {
    url,
    folder,
    state,
    child,
    port,
    errors: () => said,
    change: (next: readonly string[]) => void httpServerFile(folder, next),
    restart: () => child.kill("SIGHUP"),
    /** Waits until the server has been restarted once more. */
    async restarted() {
      restarts++;
      await until(() => said.split("was restarted in").length > restarts);
    },
  };
}
