/** Starts Redis, and relays that share it, as processes that a journey can kill. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, type RunningProcess, startProcess } from "./process.ts";

/** Debian installs daemons in the last two folders. */
const PATH = [process.env.PATH ?? "", "/usr/sbin", "/usr/local/sbin"].join(delimiter);

const program = fileURLToPath(new URL("../../relay/cli/main.ts", import.meta.url));

/** Starts an empty Redis that writes nothing to disk. */
export async function startRedis(): Promise<{ url: string; stop: RunningProcess["stop"] }> {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const { stop } = await startProcess({ command: "redis-server", args, env: { PATH }, port });
  return { url: `redis://127.0.0.1:${port}`, stop };
}

export interface RelayProcess {
  readonly url: string;
  /** Kills it without notice. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
}

/** Starts a relay that serves the built page and keeps blobs in a Redis. */
export async function startRelay(store: string): Promise<RelayProcess> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), "relay-"));
  const start = () =>
    startProcess({
      command: process.execPath,
      args: [program, "--no-open", "--blobs", `--port=${port}`, `--store=${store}`],
      env: { HOME: home },
      port,
    });
  let running = await start();
  return {
    url: `http://127.0.0.1:${port}/`,
    kill: () => running.kill(),
    async restart() {
      running = await start();
    },
  };
}
