/**
 * Records what clients do: `node e2e/clientRecordings/record.ts <folder> [name…]`. The folder is where
 * `npm install` was run with the packages of the drivers; no client needs an account.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { projectRoot } from "../runScript.ts";
import { type Driver, drivers } from "./drivers.ts";
import { probeProgram } from "./probeServer.ts";

const [given = ".", ...names] = process.argv.slice(2);
const folder = resolve(given);
const output = join(projectRoot, "shared/clients/recordings");
const indexFile = join(output, "recordings.json");
const tap = [process.execPath, join(projectRoot, "relay/cli/main.ts"), "tap", "--name", "probe"];

/** Milliseconds after which a client that does not end is ended: the limit of its calls is shorter. */
const longest = 90_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

/** What says where this machine keeps things. */
function withoutPlaces(text: string, home: string): string {
  return text
    .replaceAll(home, "/home/user")
    .replaceAll(projectRoot, "./")
    .replaceAll(process.execPath, "node")
    .replaceAll(folder, "/clients");
}

/** @returns when, or undefined if the client sent nothing */
async function recordClient(
  name: string,
  driver: Driver,
): Promise<{ readonly date: string } | undefined> {
  const home = mkdtempSync(join(tmpdir(), "client-"));
  const variables = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    XDG_STATE_HOME: join(home, "data"),
  };
  const env = {
    ...variables,
    // models that nobody reaches
    GEMINI_API_KEY: "none",
    GOOGLE_GEMINI_BASE_URL: "http://127.0.0.1:9",
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: "http://127.0.0.1:9",
  };
  const port = await freePort();
  const own = await freePort();
  const serverEnv = {
    ...env,
    PORT: String(port),
    ...(driver.refusesPost ? { REFUSES_POST: "1" } : {}),
  };
  const isHttp = driver.transport === "http";
  const running = isHttp
    ? [
        spawn(process.execPath, [probeProgram], { env: serverEnv, stdio: "inherit" }),
        spawn(tap[0] ?? "", [...tap.slice(1), "--http", `${own}`, `http://127.0.0.1:${port}/mcp`], {
          env,
          stdio: "ignore",
        }),
      ]
    : [];
  if (isHttp) await wait(2500);
  const connection = {
    command: [...tap, "--", process.execPath, probeProgram],
    url: `http://127.0.0.1:${own}/mcp`,
    folder,
    variables: { PATH: variables.PATH, XDG_STATE_HOME: variables.XDG_STATE_HOME },
  };
  for (const [path, content] of Object.entries(driver.files?.(connection) ?? {})) {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  for (const [program = "", ...args] of driver.commands(connection)) {
    const isModule = args[0] === "--input-type=module";
    const child = spawn(program, args, {
      cwd: isModule ? folder : home,
      env,
      stdio: ["ignore", "inherit", "inherit"],
      timeout: longest,
      killSignal: "SIGKILL",
    });
    await once(child, "exit");
  }
  await wait(1500);
  for (const child of running) child.kill();
  await wait(1500);
  const recorded = join(variables.XDG_STATE_HOME, "mcp-playground", "taps");
  const texts = existsSync(recorded)
    ? readdirSync(recorded)
        .filter((each) => each.endsWith(".json"))
        .map((each) => readFileSync(join(recorded, each), "utf8"))
    : [];
  // a tap over HTTP has a file for each session
  const text = texts.toSorted((one, other) => other.length - one.length)[0] ?? '{"entries":[]}';
  const value = JSON.parse(withoutPlaces(text, home));
  const isConnected = value.entries.some(({ kind }: { kind: string }) => kind === "message");
  if (isConnected) {
    writeFileSync(join(output, `${name}.json`), `${JSON.stringify(value, undefined, 1)}\n`);
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return isConnected ? { date: value.startedAt.slice(0, 10) } : undefined;
}

for (const [name, driver] of Object.entries(drivers)) {
  const { client, package: packageName } = driver;
  const manifest = join(folder, "node_modules", packageName, "package.json");
  if ((names.length > 0 && !names.includes(name)) || !existsSync(manifest)) continue;
  const recorded = await recordClient(name, driver);
  if (!recorded) {
    console.error(`${name} did not connect.`);
    continue;
  }
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  const index = JSON.parse(readFileSync(indexFile, "utf8"));
  const how = `node e2e/clientRecordings/record.ts <folder> ${name}`;
  const all = { ...index, [name]: { client, package: packageName, version, ...recorded, how } };
  const sorted = Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(indexFile, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}
