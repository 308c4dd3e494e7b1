/** Two relays behind one address, with a real Redis and a real nginx: what compose.yaml describes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder, until } from "../relay/relay.fixture.ts";
import type { RelayOptions } from "../relay/relayOptions.ts";
import { freePort, listens, startProgram, startRedis } from "../relay/systemPrograms.fixture.ts";
import { projectRoot } from "./runScript.ts";

export interface RelayProcess {
  readonly process: ChildProcess;
  readonly port: number;
  /** Where the relay itself is. */
  readonly url: string;
  readonly metricsUrl: string;
  readonly token: string;
  /** What its terminal shows, and what its log says. */
  readonly said: { out: string; err: string };
}

/** What a test chooses of a relay; the rest is its own. */
type Chosen = Pick<
  RelayOptions,
  "port" | "publicUrl" | "stdio" | "limits" | "trustProxy" | "metrics" | "forward"
>;

/** A relay in a process of its own, with a store, a log, a terminal, and a page that is small. */
export async function launchRelayProcess(
  store: string | undefined,
  options: Chosen,
  env: Record<string, string> = {},
): Promise<RelayProcess> {
  const folder = temporaryFolder();
  const pageDir = join(folder, "page");
  mkdirSync(pageDir);
  writeFileSync(join(pageDir, "index.html"), "<!doctype html>stub");
  const from = (name: string) => JSON.stringify(join(projectRoot, "relay", name));
  const given = JSON.stringify({ port: 0, pageDir, ...options });
  const file = join(folder, "relay.ts");
  writeFileSync(
    file,
    `import { createJsonLogger } from ${from("pinoLogger.ts")};
     import { createRelay } from ${from("server.ts")};
     import { openStore } from ${from("store/openStore.ts")};
     const say = (sentence: string) => console.log(sentence);
     const store = await openStore(${JSON.stringify(store)}, say);
     const logger = await createJsonLogger("info");
     const relay = await createRelay({ ...${given}, store, say, logger });
     const { url, port, token, metricsUrl } = relay;
     console.log(JSON.stringify({ url, port, token, metricsUrl }));
     process.once("SIGTERM", () => void relay.drain().then(() => process.exit(0)));`,
  );
  const relay = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH ?? "", HOME: folder, TMPDIR: folder, ...env },
  });
  onTestFinished(async () => {
    relay.kill("SIGKILL");
    if (relay.exitCode === null && relay.signalCode === null) await once(relay, "exit");
  });
  const said = { out: "", err: "" };
  relay.stdout.on("data", (bytes) => (said.out += bytes));
  relay.stderr.on("data", (bytes) => (said.err += bytes));
  const line = await until(() => {
    if (relay.exitCode !== null) throw new Error(`The relay ended: ${said.err}`);
    return /^\{.*\}$/m.exec(said.out)?.[0];
  }, 15_000);
  return { process: relay, said, ...JSON.parse(line) };
}

/** The whole of it; the relays start processes, so that there are sessions to share. */
export async function openMany(options: Chosen = { stdio: true }) {
  const redis = await startRedis();
  const proxyPort = await freePort();
  const url = `http://127.0.0.1:${proxyPort}`;
  const launch = () =>
    launchRelayProcess(redis.url, {
      publicUrl: url,
      trustProxy: "loopback",
      metrics: { host: "127.0.0.1", port: 0 },
      ...options,
    });
  const [one, two] = await Promise.all([launch(), launch()]);
  await startNginx({
    LISTEN: `127.0.0.1:${proxyPort}`,
    RELAY_ONE: `127.0.0.1:${one.port}`,
    RELAY_TWO: `127.0.0.1:${two.port}`,
  });
  await listens(proxyPort);
  return { url, redis, one, two };
}

/** nginx with the configuration that is deployed, filled in as its image does it. */
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
    // a relay that is missed is news to its log, and what the tests are about
    `${user}\nerror_log stderr crit;\npid ${folder}/nginx.pid;\ndaemon off;\nworker_processes 1;\nevents {}\n` +
      `http {\n${temporary}\ninclude ${folder}/site.conf;\n}\n`,
  );
  startProgram("nginx", ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"]);
}

/** Asks a relay, at its own address or through the proxy, as the page of the public address does. */
export function askAs(
  publicUrl: string,
  at: string,
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string>; origin?: string } = {},
): Promise<Response> {
  const { origin = publicUrl, headers, ...rest } = init;
  return fetch(new URL(path, at), { ...rest, headers: { Origin: origin, ...headers } });
}
