/** Starts a process, waits until it is ready, and stops it with its children. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface StartOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The loopback port on which it listens when it is ready. */
  readonly port: number;
  /** Timeout for that, in milliseconds. */
  readonly limitMs?: number;
}

export interface RunningProcess {
  /** Everything it wrote to stdout and stderr. */
  output(): string;
  /** Ends it and its children; settles when it has exited. */
  stop(): Promise<void>;
  /** Ends it and its children without notice. */
  kill(): Promise<void>;
}

/**
 * Starts a process in its own process group.
 * @throws {Error} with its output, if it exits or does not listen in time
 */
export async function startProcess(options: StartOptions): Promise<RunningProcess> {
  const { command, args, env, port, limitMs = 60_000 } = options;
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  let failure: string | undefined;
  child.once("error", (error) => {
    failure = error.message;
  });
  const running: RunningProcess = {
    output: () => output,
    stop: () => stop(child),
    async kill() {
      if (child.pid === undefined || child.exitCode !== null) return;
      const gone = once(child, "exit");
      killTree(child.pid, "SIGKILL");
      await gone;
    },
  };
  const deadline = Date.now() + limitMs;
  while (!(await isListening(port))) {
    const late = Date.now() > deadline;
    if (failure !== undefined || child.exitCode !== null || late) {
      await running.stop();
      const why = failure ?? (late ? `not ready after ${limitMs} ms` : `exit ${child.exitCode}`);
      throw new Error(`${[command, ...args].join(" ")}: ${why}\n${output}`);
    }
    await delay(50);
  }
  return running;
}

/** A loopback port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given");
  return address.port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  killTree(child.pid, "SIGTERM");
  const inTime = await Promise.race([gone.then(() => true), delay(2_000, false, { ref: false })]);
  if (!inTime) killTree(child.pid, "SIGKILL");
  await gone;
}

function killTree(pid: number, signal: NodeJS.Signals) {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"]);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}
