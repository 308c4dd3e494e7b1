/** Programs of the system that tests start: a real Redis, a real nginx. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { connect, createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished, test } from "vitest";
import { temporaryFolder } from "./relay.fixture.ts";

/** Where Debian keeps what only servers need. */
const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** Where a program is; undefined where it is not installed. */
function pathOf(program: string): string | undefined {
  return folders
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * The tests of a group need these programs: without one of them they fail in CI, and elsewhere are
 * skipped in one sentence.
 */
export function needs(...programs: readonly string[]): { readonly skip: boolean } {
  const missing = programs.filter((program) => !pathOf(program));
  if (missing.length === 0) return { skip: false };
  const sentence = `needs ${missing.join(" and ")}, which is not installed here`;
  if (process.env.CI) {
    test(sentence, () => {
      throw new Error(`${sentence}; .ci/run installs it`);
    });
  } else test.skip(sentence, () => {});
  return { skip: true };
}

/** Starts a program of the system, which goes with the test and takes its children along. */
export function startProgram(program: string, args: readonly string[]): ChildProcess {
  const path = pathOf(program);
  if (!path) throw new Error(`${program} is not installed`);
  const started = spawn(path, args, { stdio: ["ignore", "ignore", "inherit"] });
  onTestFinished(async () => {
    started.kill("SIGTERM");
    if (started.exitCode === null && started.signalCode === null) await once(started, "exit");
  });
  return started;
}

/** A Redis of this test's own, on a free port or the one given, with nothing in it. */
export async function startRedis(options: { port?: number; password?: string } = {}) {
  const port = options.port ?? (await freePort());
  const auth = options.password ? ["--requirepass", options.password] : [];
  const memoryOnly = ["--save", "", "--appendonly", "no", "--dir", temporaryFolder()];
  const redis = startProgram("redis-server", [
    ...["--port", String(port), "--bind", "127.0.0.1", "--loglevel", "warning"],
    ...memoryOnly,
    ...auth,
  ]);
  await listens(port);
  return { redis, port, url: `redis://127.0.0.1:${port}` };
}

/** A port that nobody has at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** Waits until something listens. */
export async function listens(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const socket = connect(port, "127.0.0.1");
    const open = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (open) return;
    await sleep(20);
  }
  throw new Error(`Nothing listens at port ${port}`);
}
