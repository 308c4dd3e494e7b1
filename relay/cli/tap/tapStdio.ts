/** A tap of a stdio server: starts it, and passes everything through unchanged. */
import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import spawn from "cross-spawn";
import type { TapChange } from "../../../shared/log/entry.ts";
import { createMessageReader } from "../../../shared/taps/tappedMessage.ts";
import { errorCode } from "../../errorCode.ts";
import { platform } from "../../platform.ts";
import type { TapArguments } from "../arguments/tapArguments.ts";
import { commandText } from "../commandText.ts";
import { exitCodes } from "../exitCode.ts";
import type { Terminal } from "../terminal.ts";
import type { Copies } from "./copies.ts";
import { lineFraming } from "./gate/framing.ts";
import { createGate, type PassageScope } from "./gate/gate.ts";
import { createStreamGate, type StreamGate } from "./gate/streamGate.ts";
import { endStream, pipe } from "./pipe.ts";
import { startRecorder } from "./startRecorder.ts";

export type StdioTap = Extract<TapArguments["target"], { readonly kind: "stdio" }>;

/** Signals that end a server; others are not passed on. */
const passedSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGQUIT"] as const;

/** Milliseconds for which a server's output is read after it has exited: its children may keep it open. */
const lastOutputMs = 1000;

/** What stands behind the tap: a process, or several in turn. */
interface TappedServer {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the server; this process ends as it does. */
export function tapStdio(
  target: StdioTap,
  { name, otlp }: Pick<TapArguments, "name" | "otlp">,
  terminal: Terminal,
): void {
  const child = startServer(target);
  child.once("error", (error) => {
    if (child.pid !== undefined) return;
    const code = errorCode(error);
    terminal.printError(`${commandText(target)} could not be started (${code}).`);
    process.exit(code === "EACCES" ? 126 : exitCodes.couldNotRun);
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || !stdin || !stdout || !stderr) return;
  const tap = connectClient({ name, otlp, server: target, pid });
  tap.connect({ stdin, stdout, stderr, kill: (signal) => void child.kill(signal) });
  child.once("close", tap.finish);
  child.once("exit", (code, signal) => setTimeout(tap.finish, lastOutputMs, code, signal));
}

/** @param isGroup whether it leads a process group, which signals reach as a whole */
export function startServer({ command, args, env }: StdioTap, isGroup = false): ChildProcess {
  return spawn(command, args, {
    stdio: "pipe",
    detached: isGroup && platform.hasProcessGroups,
    env: { ...process.env, ...env },
    windowsHide: true,
  });
}

export interface ClientSide {
  readonly copies: Copies;
  readonly log: PassageScope["log"];
  /** Sends a text to the client that the server did not send so. */
  readonly tell: (text: string, change: TapChange) => void;
  /** Passes on everything between client and server. */
  connect(server: TappedServer): void;
  finish(code: number | null, signal: NodeJS.Signals | null): void;
}

/** What the tap does with the client: records, applies the rules of a page, ends as the server does. */
export function connectClient(
  facts: Parameters<typeof startRecorder>[0],
  restart?: () => void,
): ClientSide {
  let lines: { readonly out: StreamGate; readonly in: StreamGate } | undefined;
  const gate = createGate({
    carrier: "stdio",
    report: (report) => copies.report(report),
    add: (direction, text) => add(direction, text, { action: "added" }),
    ...(restart ? { restart } : {}),
  });
  const copies = startRecorder(facts, gate.take);
  const log: PassageScope["log"] = (direction, text, change) =>
    copies.addChanged({ direction, text, ...(change ? { change } : {}) });
  const add = (direction: "out" | "in", text: string, change: TapChange) => {
    log(direction, text, change);
    lines?.[direction].insert(text);
  };
  let isOver = false;

  return {
    copies,
    log,
    tell: (text, change) => add("in", text, change),
    connect(server) {
      const { stdin, stdout, stderr } = server;
      const read = createMessageReader();
      const gateOf = (direction: "out" | "in", source: Readable, target: Writable) =>
        createStreamGate({
          framing: lineFraming,
          direction,
          source,
          target,
          gate,
          read,
          log,
          copy: (bytes) => copies.add(direction === "out" ? "stdin" : "stdout", bytes),
          reply: (text) => lines?.[direction === "out" ? "in" : "out"].insert(text),
          end(how) {
            if (how === "kill") return server.kill("SIGKILL");
            endStream(target);
            if (how === "close") endStream(target === stdin ? process.stdout : stdin);
          },
        });
      lines = {
        out: gateOf("out", process.stdin, stdin),
        in: gateOf("in", stdout, process.stdout),
      };
      // a client that leaves ends the server's output, with whatever error
      process.stdout.removeAllListeners("error");
      pipe(process.stdin, stdin, (bytes) => copies.add("stdin", bytes), lines.out);
      pipe(stdout, process.stdout, (bytes) => copies.add("stdout", bytes), lines.in);
      pipe(stderr, process.stderr, (bytes) => copies.add("stderr", bytes));

      for (const signal of passedSignals) {
        process.on(signal, () => {
          // a terminal sends it to all of its processes
          if (signal === "SIGINT" && process.stdin.isTTY) return;
          if (signal === "SIGHUP" && restart) restart();
          else server.kill(signal);
        });
      }
    },
    finish(code, signal) {
      if (isOver) return;
      isOver = true;
      copies.addFact({ kind: "exited", code, signal });
      copies.end(() => exitAs(code, signal));
    },
  };
}

/** Ends this process with the code or the signal that ended the server. */
function exitAs(code: number | null, signal: NodeJS.Signals | null): void {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // a signal that does not end this process
  setTimeout(() => process.exit(128 + constants.signals[signal]), 100);
}
