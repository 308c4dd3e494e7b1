/** One process of a server behind a tap: its lines, its error output, and its end. */
import type { ChildProcess } from "node:child_process";
import { errorCode } from "../../../errorCode.ts";
import { endStream } from "../pipe.ts";
import { readLine, type SessionLine } from "./tappedSession.ts";

export interface ServerProcess {
  readonly pid: number | undefined;
  /** How it ended; undefined while it runs. */
  readonly end: ServerEnd | undefined;
  /** The last lines of standard error. */
  lastErrors(): string;
  /** Sends a line; resolves when the server takes more. */
  send(line: Buffer | string): Promise<void>;
  /** Reads no more of its output for now, or goes on. */
  hold(isHeld: boolean): void;
  /** Ends its input. */
  close(): void;
  /** Ends it: its input first, then by signals. */
  stop(): void;
  kill(signal: NodeJS.Signals): void;
}

export interface ServerEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started. */
  readonly error?: string;
}

interface ServerProcessOptions {
  readonly child: ChildProcess;
  readonly onLine: (line: SessionLine) => void;
  readonly onErrors: (bytes: Buffer) => void;
  /** Called once, after the last line. */
  readonly onEnd: (end: ServerEnd) => void;
}

/** Characters of standard error that a message quotes. */
const errorLength = 2000;
/** Milliseconds between the ways to end a process, and for which its output is read after its end. */
const [graceMs, lastOutputMs] = [1000, 1000];

export function createServerProcess(options: ServerProcessOptions): ServerProcess {
  const { child, onLine, onErrors, onEnd } = options;
  const { stdin, stdout, stderr } = child;
  let end: ServerEnd | undefined;
  let errors = "";
  const lines = createLineSplitter();

  const finish = (how: ServerEnd) => {
    if (end) return;
    end = how;
    const rest = lines.rest();
    if (rest) onLine(readLine(rest));
    onEnd(how);
  };
  stdin?.on("error", () => {});
  stdout?.on("data", (chunk: Buffer) => {
    // its children may keep the pipe open, but what it was asked has been answered
    if (end) return;
    for (const line of lines.push(chunk)) onLine(readLine(line));
  });
  stderr?.on("data", (chunk: Buffer) => {
    errors = `${errors}${chunk}`.slice(-errorLength);
    onErrors(chunk);
  });
  child.once("error", (error) => {
    if (child.pid === undefined)
      finish({ code: null, signal: null, error: errorCode(error) ?? "" });
  });
  child.once("close", (code, signal) => finish({ code, signal }));
  child.once("exit", (code, signal) => {
    setTimeout(() => finish({ code, signal }), lastOutputMs);
  });

  return {
    pid: child.pid,
    get end() {
      return end;
    },
    lastErrors: () => errors.trim(),
    async send(line) {
      if (!stdin || stdin.destroyed || stdin.writableEnded || stdin.write(line)) return;
      await new Promise<void>((resolve) => {
        stdin.once("drain", resolve).once("close", resolve);
      });
    },
    hold(isHeld) {
      if (isHeld) stdout?.pause();
      else stdout?.resume();
    },
    close: () => void (stdin && endStream(stdin)),
    stop() {
      if (stdin) endStream(stdin);
      const timers = (["SIGTERM", "SIGKILL"] as const).map((signal, index) =>
        setTimeout(() => child.kill(signal), graceMs * (index + 1)),
      );
      child.once("exit", () => {
        for (const timer of timers) clearTimeout(timer);
      });
    },
    kill: (signal) => void child.kill(signal),
  };
}

/** Splits bytes into lines, each with its line feed. */
export function createLineSplitter(): {
  push(chunk: Buffer): readonly Buffer[];
  /** What has come of a line that did not end. */
  rest(): Buffer | undefined;
} {
  let parts: Buffer[] = [];
  const take = () => {
    const line = Buffer.concat(parts);
    parts = [];
    return line;
  };
  return {
    push(chunk) {
      const lines: Buffer[] = [];
      let rest = chunk;
      for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
        parts.push(rest.subarray(0, at + 1));
        lines.push(take());
        rest = rest.subarray(at + 1);
      }
      if (rest.byteLength > 0) parts.push(rest);
      return lines;
    },
    rest: () => (parts.length > 0 ? take() : undefined),
  };
}
