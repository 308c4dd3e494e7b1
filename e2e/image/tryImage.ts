/**
 * Tries a container image as compose.yaml runs it: `node e2e/image/tryImage.ts <image>`. It needs no
 * installed packages, so that the job that builds a release can run it.
 */
import { execFileSync, type SpawnSyncOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

/** The words that start the program with arguments, in a container or not. */
type CommandOf = (args: readonly string[]) => readonly string[];

const startMs = 60_000;

/** An MCP server over HTTP with a tool that adds two numbers. */
function createAdder() {
  return createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(await text(request));
    if (id === undefined) return void response.writeHead(202).end();
    const serverInfo = { name: "adder", version: "1" };
    const about = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo };
    const number = { type: "number" };
    const inputSchema = { type: "object", properties: { a: number, b: number } };
    const sum = () => String(params.arguments.a + params.arguments.b);
    const results: Readonly<Record<string, () => object>> = {
      initialize: () => about,
      ping: () => ({}),
      "tools/list": () => ({ tools: [{ name: "add", inputSchema }] }),
      "tools/call": () => ({ content: [{ type: "text", text: `the sum is ${sum()}` }] }),
    };
    const result = results[method]?.();
    const error = { code: -32601, message: "Method not found" };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
  });
}

/**
 * Starts the relay, waits until it is healthy, loads its page, and calls a tool over HTTP.
 * @throws {Error} that says what was not so
 */
export async function tryRelay(commandOf: CommandOf, port: number): Promise<void> {
  const url = `http://localhost:${port}/`;
  const [program = "", ...args] = commandOf([
    "--host=0.0.0.0",
    `--port=${port}`,
    "--no-open",
    `--public-url=${url}`,
  ]);
  const relay = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(relay, "exit");
  try {
    await healthy(new URL("api/health", url), ended);
    const page = await (await fetch(url)).text();
    if (!page.includes("<title>MCP Playground")) throw new Error("The page is not served.");
    await callThrough(commandOf);
  } finally {
    relay.kill("SIGTERM");
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The relay ended with ${code}.`);
}

async function healthy(url: URL, ended: Promise<unknown>): Promise<void> {
  const until = Date.now() + startMs;
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!isOver && Date.now() < until) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(isOver ? "The relay ended at once." : "The relay was not healthy in a minute.");
}

/** Calls a tool of a server over HTTP with the program. */
async function callThrough(commandOf: CommandOf): Promise<void> {
  const server = createAdder().listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const [program = "", ...args] = commandOf(["call", address, "add", "a=2", "b=40"]);
    const call = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    const output = await text(call.stdout);
    if (!output.includes("the sum is 42")) throw new Error(`The call printed: ${output}`);
  } finally {
    server.close();
  }
}

/** As in compose.yaml: read-only, without capabilities, as the user of the image. */
const confined = [
  "--rm",
  "--init",
  "--network=host",
  "--read-only",
  "--cap-drop=ALL",
  "--security-opt=no-new-privileges",
  "--tmpfs=/tmp",
];

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const image = process.argv[2] ?? "";
  const quiet: SpawnSyncOptions = { stdio: ["ignore", "ignore", "inherit"] };
  if (spawnSync("docker", ["pull", "--quiet", image], quiet).status !== 0) process.exit(1);
  const user = ["run", ...confined, "--entrypoint=node", image, "-p", "process.getuid()"];
  if (execFileSync("docker", user).toString().trim() === "0") throw new Error("It runs as root.");
  await tryRelay((args) => ["docker", "run", ...confined, image, ...args], 6280);
  console.log(`${image} starts, is healthy, serves the page and calls a tool over HTTP.`);
}
