/** Starts system programs for tests: a real Redis, a real nginx. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished, test } from "vitest";
import { freePort } from "../e2e/servers/process.ts";
import { temporaryFolder } from "./relay.fixture.ts";

/** Debian installs daemons in the last two folders. */
const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** The path of a program; undefined if it is not installed. */
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
 * Declares the programs that a group of tests needs. If one is missing, the tests fail in CI and
 * are skipped with an explanation elsewhere.
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

/** Starts a system program, which is stopped when the test ends. */
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

const memoryOnly = ["--save", "", "--appendonly", "no"];

/**
 * Starts a Redis for this test, on the given port or a free one.
 * @param options `settings`: its options; by default, it writes nothing to disk. `dir`: its folder;
 *   by default, an empty one
 */
export async function startRedis(
  options: { port?: number; password?: string; settings?: readonly string[]; dir?: string } = {},
) {
  const { port = await freePort(), settings = memoryOnly, dir = temporaryFolder() } = options;
  const auth = options.password ? ["--requirepass", options.password] : [];
  const redis = startProgram("redis-server", [
    ...["--port", String(port), "--bind", "127.0.0.1", "--loglevel", "warning"],
    ...settings,
    ...["--dir", dir],
    ...auth,
  ]);
  await listens(port);
  return { redis, port, url: `redis://127.0.0.1:${port}` };
}

/** Waits until a program listens at the port. */
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
