import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { inspectorProgram } from "../../../e2e/inspectorProgram.ts";
import { startEverything } from "../../../e2e/servers/everything.ts";
import { temporaryFolder, until } from "../../relay.fixture.ts";
import { recordingsIn, startTap, tapArguments } from "./tap.fixture.ts";

const server = join(
  import.meta.dirname,
  "../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

/** What reaches the server, and what it answers, byte for byte. */
const tee = `import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
const [server, folder] = process.argv.slice(2);
const child = spawn(process.execPath, [server], { stdio: ["pipe", "pipe", "ignore"] });
process.stdin.pipe(createWriteStream(folder + "/in"));
process.stdin.pipe(child.stdin);
child.stdout.pipe(createWriteStream(folder + "/out"));
child.stdout.pipe(process.stdout);`;

/** The lines with requests and notifications, or those with responses. */
const linesOf = (text: string, isMethod: boolean) =>
  text.split("\n").filter((line) => line !== "" && "method" in JSON.parse(line) === isMethod);

interface Started {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const message = "é\u2028 \u{1f600} \\u0000";

async function listAndCall(client: Client | FormerClient) {
  const { tools } = await client.listTools();
  const called = await client.callTool({ name: "echo", arguments: { message } });
  await client.close();
  return { tools: tools.length, called };
}

const clients: Readonly<Record<string, (started: Started) => Promise<unknown>>> = {
  async "the official SDK 2"(started) {
    const client = new Client({ name: "two", version: "2" });
    await client.connect(new StdioClientTransport({ ...started, stderr: "ignore" }));
    return listAndCall(client);
  },
  async "the official SDK 1"(started) {
    const client = new FormerClient({ name: "one", version: "1" });
    await client.connect(new FormerTransport({ ...started, stderr: "ignore" }));
    return listAndCall(client);
  },
  async "the inspector's command line"({ command, args, env }) {
    const folder = temporaryFolder();
    const config = join(folder, "servers.json");
    writeFileSync(config, JSON.stringify({ mcpServers: { it: { command, args, env } } }));
    const words = ["--cli", "--config", config, "--server", "it", "--method", "tools/call"];
    const call = ["--tool-name", "echo", "--tool-arg", `message=${message}`];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [inspectorProgram, ...words, ...call],
      { env: { PATH: process.env.PATH, HOME: folder } },
    );
    return stdout;
  },
};

test.each(Object.entries(clients))(
  "%s says and gets the same bytes through a tap",
  async (_, converse) => {
    const run = async (isTapped: boolean) => {
      const folder = temporaryFolder();
      const script = join(folder, "tee.mjs");
      writeFileSync(script, tee);
      const words = [script, server, folder];
      const result = await converse({
        command: process.execPath,
        args: isTapped ? tapArguments("--", process.execPath, ...words) : words,
        env: { PATH: process.env.PATH ?? "", XDG_STATE_HOME: folder },
      });
      const bytesOf = (name: string) => readFileSync(join(folder, name), "utf8");
      // the server asks for roots 350 ms after it was initialized, if the client is still there
      return { result, in: linesOf(bytesOf("in"), true), out: linesOf(bytesOf("out"), false) };
    };
    const [bare, tapped] = [await run(false), await run(true)];
    expect(tapped).toEqual(bare);
    expect(bare.in.join()).toContain("tools/call");
    expect(bare.out.join()).toContain("Echo");
  },
);

test("a session over HTTP+SSE is the same through a tap, and is recorded", async () => {
  const sse = await startEverything("sse");
  onTestFinished(() => sse.stop());
  const converse = async (url: string) => {
    const client = new FormerClient({ name: "one", version: "1" });
    await client.connect(new SSEClientTransport(new URL(url)));
    return listAndCall(client);
  };
  const { child, state } = startTap(["--http", "0", sse.url]);
  let said = "";
  child.stderr.on("data", (bytes) => {
    said += bytes;
  });
  const own = await until(() => /http:\/\/127\.0\.0\.1:\d+\/sse(?= forwards)/.exec(said)?.[0]);
  expect(await converse(own)).toEqual(await converse(sse.url));
  const texts = () => JSON.stringify(recordingsIn(state).map(({ entries }) => entries));
  await until(() => texts().includes("tools/call") && texts().includes("Echo: "));
});
