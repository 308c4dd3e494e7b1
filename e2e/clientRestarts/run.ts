/**
 * Restarts a server a hundred times behind clients of others, which go on calling it:
 * `node e2e/clientRestarts/run.ts <folder> [name…]`. The folder is where `npm install` was run with
 * `@apify/mcpc` and `@qwen-code/qwen-code`. Prints what came of it; no client needs an account.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { projectRoot } from "../runScript.ts";
import { startScriptedModel } from "./scriptedModel.ts";

const [given = ".", ...names] = process.argv.slice(2);
const folder = resolve(given);
const program = join(projectRoot, "relay/cli/main.ts");
const restartCount = 100;

/** Where a client keeps its files, and what it starts. */
interface Place {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly server: { readonly command: string; readonly args: readonly string[] };
}

interface RestartedClient {
  /** Calls the tool, and returns its text. */
  call(): Promise<string>;
  close(): Promise<unknown>;
}

/** A command that keeps a connection between its calls. */
function connectionCommand(words: readonly string[], { home, env }: Place) {
  const [command = "", ...first] = words;
  return async (...args: readonly string[]) => {
    const child = spawn(command, [...first, ...args], {
      cwd: home,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
    });
    // what it has started keeps its output open
    const [code] = await once(child, "exit");
    child.stdout.destroy();
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${text}`);
    return text;
  };
}

const configuration = ({ server, env }: Place) => ({
  mcpServers: { probe: { ...server, env } },
});

const clients: Readonly<Record<string, (place: Place) => Promise<RestartedClient>>> = {
  async mcpc(place) {
    const run = connectionCommand([join(folder, "node_modules/.bin/mcpc")], place);
    writeFileSync(join(place.home, "servers.json"), JSON.stringify(configuration(place)));
    await run("connect", "servers.json:probe", "@probe");
    return {
      call: () => run("@probe", "tools-call", "processes"),
      close: () => run("close", "@probe"),
    };
  },
  async inspector(place) {
    const bin = join(projectRoot, "node_modules/.bin/mcpdo");
    const run = connectionCommand([bin], place);
    const file = join(place.home, "servers.json");
    writeFileSync(file, JSON.stringify(configuration(place)));
    await run("connect", "probe", "--config", file);
    return {
      call: () => run("@probe", "tools/call", "processes"),
      close: async () => {
        await run("disconnect", "probe");
        await run("daemon", "stop");
      },
    };
  },
  async "qwen-code"(place) {
    const { home, env } = place;
    const model = await startScriptedModel("processes");
    mkdirSync(join(home, ".qwen"));
    writeFileSync(
      join(home, ".qwen/settings.json"),
      JSON.stringify({
        ...configuration(place),
        security: { auth: { selectedType: "openai" } },
        model: { name: "scripted" },
        // tools are offered by their names
        tools: { toolSearch: { enabled: false } },
      }),
    );
    const child = spawn(
      join(folder, "node_modules/.bin/qwen"),
      ["--yolo", "--prompt", "Call the tool until you are told to stop."],
      {
        cwd: home,
        env: { ...env, OPENAI_API_KEY: "none", OPENAI_BASE_URL: model.url },
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    const exited = once(child, "exit").then(() => {
      throw new Error("Qwen Code has ended.");
    });
    exited.catch(() => {});
    return {
      call: () => Promise.race([model.call(), exited]),
      close: async () => {
        model.end();
        await exited.catch(() => {});
      },
    };
  },
};

/** What a tap has recorded, once its server has ended. */
async function recordedBy(state: string) {
  const taps = join(state, "mcp-playground", "taps");
  for (;;) {
    const [name] = readdirSync(taps).filter((each) => each.endsWith(".json"));
    const text = name === undefined ? "" : readFileSync(join(taps, name), "utf8");
    if (text.includes('"kind":"exited"') && text.endsWith("}\n")) {
      return JSON.parse(text).entries as readonly Recorded[];
    }
    await wait(200);
  }
}

interface Recorded {
  readonly kind: string;
  readonly direction?: string;
  readonly change?: unknown;
  readonly text?: string;
}

async function restartBehind(name: string, open: (place: Place) => Promise<RestartedClient>) {
  const home = mkdtempSync(join(tmpdir(), "client-"));
  const env = { PATH: process.env.PATH ?? "", HOME: home, XDG_STATE_HOME: join(home, "data") };
  const words = [process.execPath, join(import.meta.dirname, "restartedServer.ts")];
  const watched = join(home, "watched.txt");
  writeFileSync(watched, "");
  const args = [program, "tap", "--watch", watched, "--", ...words];
  const client = await open({ home, env, server: { command: process.execPath, args } });
  let calls = 0;
  const call = async () => {
    const text = await client.call();
    calls++;
    const [, server, tap] = /process (\d+) of tap (\d+)/.exec(text) ?? [];
    if (server === undefined || tap === undefined) throw new Error(`${name} got: ${text}`);
    return { server, tap: Number(tap) };
  };
  let current = await call();
  for (let count = 0; count < restartCount; count++) {
    const before = current.server;
    process.kill(current.tap, "SIGHUP");
    do current = await call();
    while (current.server === before);
  }
  await client.close();
  const entries = await recordedBy(env.XDG_STATE_HOME);
  // those of the tap itself are changes
  const messages = entries.filter(({ kind, change }) => kind === "message" && !change);
  const parsed = messages.map(({ direction, text = "{}" }) => ({ direction, ...JSON.parse(text) }));
  const asked = parsed.filter((each) => each.direction === "out" && each.id !== undefined);
  const answered = parsed.filter((each) => each.direction === "in" && each.id !== undefined);
  const ids = (all: readonly { readonly id: unknown }[]) =>
    new Set(all.map(({ id }) => JSON.stringify(id))).size;
  console.log(
    JSON.stringify({
      client: name,
      restarts: restartCount,
      calls,
      recordedCalls: asked.filter(({ method }) => method === "tools/call").length,
      requests: asked.length,
      answers: answered.length,
      repeatedIds: asked.length - ids(asked) + answered.length - ids(answered),
      errors: answered.filter((each) => each.error !== undefined).map(({ error }) => error.message),
    }),
  );
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

for (const [name, open] of Object.entries(clients)) {
  if (names.length === 0 || names.includes(name)) await restartBehind(name, open);
}
