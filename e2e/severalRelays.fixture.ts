/** Starts two relays behind nginx with Redis, configured as in compose.yaml. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder, until } from "../relay/relay.fixture.ts";
import { listens, startProgram, startRedis } from "../relay/systemPrograms.fixture.ts";
import { projectRoot } from "./runScript.ts";
import { freePort } from "./servers/process.ts";

export interface RelayProcess {
  readonly process: ChildProcess;
  readonly port: number;
  /** The relay's own address, without the proxy. */
  readonly url: string;
  /** The origin of the page. */
  readonly origin: string;
  /** Token of the printed link. */
  readonly token: string;
  createToken(): string;
  /** Its standard output and standard error so far. */
  readonly said: { out: string; err: string };
}

/**
 * Starts a relay by its command, with a stub page.
 * @param port that it listens on; a free one by default
 */
export async function launchRelayProcess(
  args: readonly string[],
  env: Record<string, string> = {},
  port?: number,
): Promise<RelayProcess> {
  const folder = packageCopy();
  port ??= await freePort();
  const relay = spawn(
    process.execPath,
    [join(folder, "relay", "cli", "main.ts"), "--no-open", ...args, `--port=${port}`],
    { env: { PATH: process.env.PATH ?? "", HOME: folder, TMPDIR: folder, ...env } },
  );
  onTestFinished(async () => {
    relay.kill("SIGKILL");
    if (relay.exitCode === null && relay.signalCode === null) await once(relay, "exit");
  });
  const said = { out: "", err: "" };
  relay.stdout.on("data", (bytes) => (said.out += bytes));
  relay.stderr.on("data", (bytes) => (said.err += bytes));
  const link = await until(() => {
    if (relay.exitCode !== null) throw new Error(`The relay ended: ${said.err}`);
    return /MCP Playground: (\S+)/.exec(said.out)?.[1];
  });
  const { origin, hash } = new URL(link);
  const token = new URLSearchParams(hash.slice(1)).get("k") ?? "";
  return {
    process: relay,
    port,
    url: `http://127.0.0.1:${port}`,
    origin,
    token,
    createToken: () => token,
    said,
  };
}

/** Copies the package with a stub page, independent of the build. */
function packageCopy(): string {
  const folder = temporaryFolder();
  for (const part of ["relay", "shared", "package.json"]) {
    cpSync(join(projectRoot, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "dist", "page"), { recursive: true });
  writeFileSync(join(folder, "dist", "page", "index.html"), "<!doctype html>stub");
  return folder;
}

/**
 * Starts Redis, two relays with `--stdio` (so that they have sessions) and nginx.
 * @param certificate the files of its certificate, for https
 */
export async function openSeveralRelays(
  more: readonly string[] = ["--stdio"],
  certificate?: { readonly cert: string; readonly key: string },
) {
  const redis = await startRedis();
  const proxyPort = await freePort();
  const url = `${certificate ? "https" : "http"}://127.0.0.1:${proxyPort}`;
  const launch = async () => {
    const metricsPort = await freePort();
    const args = [
      ...deployedArguments({
        host: "127.0.0.1",
        "public-url": url,
        store: redis.url,
        "trust-proxy": "loopback",
        metrics: `127.0.0.1:${metricsPort}`,
      }),
      ...more,
    ];
    const relay = await launchRelayProcess(args);
    return {
      ...relay,
      metricsUrl: `http://127.0.0.1:${metricsPort}/api/metrics`,
      /** Kills it, and starts another one in its place. */
      async restart() {
        const exited = once(relay.process, "exit");
        relay.process.kill("SIGKILL");
        await exited;
        await launchRelayProcess(args, {}, relay.port);
      },
    };
  };
  const [one, two] = await Promise.all([launch(), launch()]);
  await startNginx({
    LISTEN: certificate
      ? `127.0.0.1:${proxyPort} ssl;\nssl_certificate ${certificate.cert};\nssl_certificate_key ${certificate.key}`
      : `127.0.0.1:${proxyPort}`,
    RELAY_ONE: `127.0.0.1:${one.port}`,
    RELAY_TWO: `127.0.0.1:${two.port}`,
  });
  await listens(proxyPort);
  return { url, redis, one, two };
}

/** The value of a gauge of a relay. */
export async function gaugeAt(
  { metricsUrl }: { readonly metricsUrl: string },
  name: string,
): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(new RegExp(`^\\w+_${name} (\\d+)$`, "m").exec(text)?.[1] ?? Number.NaN);
}

/** The command line of compose.yaml with the test's addresses. */
function deployedArguments(here: Readonly<Record<string, string>>): string[] {
  const compose = readFileSync(join(projectRoot, "compose.yaml"), "utf8");
  const [, lines = ""] = /^ {2}command:\n((?: {4}- .*\n)+)/m.exec(compose) ?? [];
  const deployed = [...lines.matchAll(/- --([\w-]+)(.*)/g)];
  for (const name of Object.keys(here)) {
    if (!deployed.some(([, flag]) => flag === name)) throw new Error(`compose.yaml lost --${name}`);
  }
  return deployed.map(([, flag = "", value]) =>
    here[flag] === undefined ? `--${flag}${value}` : `--${flag}=${here[flag]}`,
  );
}

/** Starts nginx with the deployed template, filled in as its image does. */
async function startNginx(values: Readonly<Record<string, string>>): Promise<void> {
  const folder = temporaryFolder();
  const template = readFileSync(join(projectRoot, "deploy", "nginx.conf.template"), "utf8");
  const site = template.replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  writeFileSync(join(folder, "site.conf"), site);
  mkdirSync(join(folder, "tmp"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/tmp/${name};`)
    .join("\n");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    // nginx logs each unreachable relay as an error, which the tests provoke
    `${user}\nerror_log stderr crit;\npid ${folder}/nginx.pid;\ndaemon off;\nworker_processes 1;\nevents {}\n` +
      `http {\n${temporary}\ninclude ${folder}/site.conf;\n}\n`,
  );
  startProgram("nginx", ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"]);
}

/** Sends a request to a relay or the proxy with the Origin of the public page. */
export function askAs(
  publicUrl: string,
  at: string,
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string>; origin?: string } = {},
): Promise<Response> {
  const { origin = publicUrl, headers, ...rest } = init;
  return fetch(new URL(path, at), { ...rest, headers: { Origin: origin, ...headers } });
}
