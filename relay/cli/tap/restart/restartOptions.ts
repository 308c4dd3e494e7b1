/** What a server that can be restarted needs from its tap, and tells it. */
import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { ListedChange, TapChange } from "../../../../shared/log/entry.ts";
import type { ServerEnd } from "./serverProcess.ts";

/** How a restart ended. */
export type RestartOutcome =
  | {
      readonly kind: "restarted";
      readonly pid: number | undefined;
      /** For which the client's requests waited. */
      readonly ms: number;
      readonly changes: readonly ListedChange[];
    }
  /** `isRunning`: the former process goes on. */
  | { readonly kind: "failed"; readonly reason: string; readonly isRunning: boolean };

/** How replacing a process ended. */
export type Replaced =
  | { readonly failure: string }
  | { readonly failure?: undefined; readonly changes: readonly ListedChange[] };

/** A tapped process, of which there may be several in turn. */
export interface RestartableServer {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Sends a signal to the process that answers; it is not started again after that. */
  kill(signal: NodeJS.Signals): void;
  /** Starts the server anew; one that comes meanwhile is another one afterwards. */
  restart(): void;
  /** Calls back once, when the server has ended for good. */
  onEnd(listener: (end: Pick<ServerEnd, "code" | "signal">) => void): void;
}

export interface RestartableOptions {
  /** Starts a process, with pipes. */
  readonly start: () => ChildProcess;
  /** Runs before each restart; resolves to the reason if it failed. */
  readonly build?: () => Promise<string | undefined>;
  /** Sends a text to the client that its server did not send so, and records it. */
  readonly tell: (text: string, change: TapChange) => void;
  /** Records a message between the tap and the server, which the client does not see. */
  readonly note: (direction: "out" | "in", text: string, change: TapChange) => void;
  /** A process was started, or has ended; at most two run at once. */
  readonly onProcess: (pid: number, state: "started" | "ended") => void;
  readonly onRestart: (outcome: RestartOutcome) => void;
  /** The server ended by itself. */
  readonly onDown: (reason: string) => void;
  readonly limits?: Partial<RestartLimits>;
}

export interface RestartLimits {
  /** Milliseconds for the answer to the repeated handshake. */
  readonly startMs: number;
  /** Milliseconds in which calls of the former process may end. */
  readonly drainMs: number;
  /** Milliseconds for the lists of a process. */
  readonly listMs: number;
  /** Messages of the client that wait, and their bytes. */
  readonly heldMessages: number;
  readonly heldBytes: number;
}

export const defaultRestartLimits: RestartLimits = {
  startMs: 30_000,
  drainMs: 5000,
  listMs: 5000,
  heldMessages: 1000,
  heldBytes: 16 * 1024 * 1024,
};
