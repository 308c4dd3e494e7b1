/** The process of a server over HTTP: started, waited for, and ended before the next one, which has its port. */
import type { ChildProcess } from "node:child_process";
import { connect } from "node:net";
import { signalGroup } from "../../../processes/processGroup.ts";
import { createServerProcess, type ServerProcess } from "../restart/serverProcess.ts";

export interface HttpServerProcess {
  readonly process: ServerProcess;
  /** @returns whether it takes connections, before it ends and within the time */
  isReady(ms: number): Promise<boolean>;
  /** Ends it; resolves when it has ended. */
  end(): Promise<void>;
}

/** Milliseconds between attempts to connect, and after which a process that was told to end is killed. */
const [attemptMs, killMs] = [50, 2000];

export function createHttpServerProcess(
  child: ChildProcess,
  { hostname, port, protocol }: URL,
  onOutput: (bytes: Buffer) => void,
  onEnd: () => void,
): HttpServerProcess {
  const ended = Promise.withResolvers<void>();
  // a command such as npm run starts the process that has the port
  const signal = (name: "SIGTERM" | "SIGKILL") => {
    if (child.pid !== undefined) signalGroup(child.pid, name);
  };
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
  const host = hostname.replace(/^\[|\]$/g, "");
  const at = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);

  return {
    process,
    async isReady(ms) {
      const deadline = performance.now() + ms;
      while (!process.end && performance.now() < deadline) {
        if (await canConnect(host, at)) return !process.end;
        await Promise.race([new Promise((done) => setTimeout(done, attemptMs)), ended.promise]);
      }
      return false;
    },
    async end() {
      // what it has left behind would keep the port
      if (process.end) return signal("SIGKILL");
      process.close();
      signal("SIGTERM");
      const timer = setTimeout(signal, killMs, "SIGKILL");
      await ended.promise;
      clearTimeout(timer);
      signal("SIGKILL");
    },
  };
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const done = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => done(true)).once("error", () => done(false));
  });
}
