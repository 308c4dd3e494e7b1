/** The process of a server over HTTP: started, waited for, and ended before the next one, which has its port. */
import type { ChildProcess } from "node:child_process";
import { connect } from "node:net";
import { signalGroup } from "../../../processes/processGroup.ts";
import { createServerProcess, type ServerProcess } from "../restart/serverProcess.ts";

/** Milliseconds between attempts to connect, of one of them, for which a port that was used is waited for, and after which a process that was told to end is killed. */
const [attemptMs, connectMs, releaseMs, killMs] = [50, 1000, 2000, 2000];

export interface HttpServerProcess {
  readonly process: ServerProcess;
  /** @returns whether it takes connections, before it ends and within the time */
  isReady(ms: number): Promise<boolean>;
  /** Ends it; resolves when it has ended. */
  end(): Promise<void>;
}

export function createHttpServerProcess(
  child: ChildProcess,
  url: URL,
  onOutput: (bytes: Buffer) => void,
  onEnd: () => void,
): HttpServerProcess {
  const ended = Promise.withResolvers<void>();
  let isAlive = true;
  // a command such as npm run starts the process that has the port
  const signal = (name: "SIGTERM" | "SIGKILL") => {
    if (child.pid !== undefined && isAlive) signalGroup(child.pid, name);
  };
  child.once("exit", () => {
    // what it has left behind would keep the port; later, the id may be that of another group
    signal("SIGKILL");
    isAlive = false;
  });
  // what it prints is no message
  child.stdout?.on("data", onOutput);
  const process = createServerProcess({
    child,
    onLine: () => {},
    onErrors: onOutput,
    onEnd() {
      onEnd();
      ended.resolve();
    },
  });

  return {
    process,
    async isReady(ms) {
      const deadline = performance.now() + ms;
      while (isAlive && !process.end && performance.now() < deadline) {
        if (await canConnect(url)) return isAlive && !process.end;
        await Promise.race([new Promise((done) => setTimeout(done, attemptMs)), ended.promise]);
      }
      return false;
    },
    async end() {
      if (process.end) return;
      process.close();
      signal("SIGTERM");
      const timer = setTimeout(signal, killMs, "SIGKILL");
      await ended.promise;
      clearTimeout(timer);
    },
  };
}

/** Whether another process takes connections at a URL, also after the time that a former one needs to release it. */
export async function isTaken(url: URL): Promise<boolean> {
  const deadline = performance.now() + releaseMs;
  while (await canConnect(url)) {
    if (performance.now() > deadline) return true;
    await new Promise((done) => setTimeout(done, attemptMs));
  }
  return false;
}

function canConnect({ hostname, port, protocol }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const at = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  return new Promise((resolve) => {
    const socket = connect({ host, port: at, timeout: connectMs });
    const done = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false)).once("timeout", () => done(false));
  });
}
