/** How much of everything the relay allows. */
import { stdinWindow } from "../shared/relay/wire.ts";

export interface Limits {
  /** Sockets open at once, all sessions together. */
  readonly sockets: number;
  /** Processes of one session, running or exited and not yet taken note of. */
  readonly processesPerSession: number;
  /** Milliseconds that a process lives on without a page. */
  readonly keepMs: number;
  /** Bytes of a process's output that are kept while no page is there. */
  readonly keepBytes: number;
  /** Bytes of standard input that may wait for a process to read them. */
  readonly stdinBytes: number;
  /** Milliseconds between closing stdin and SIGTERM, and between SIGTERM and SIGKILL. */
  readonly stopWaitMs: number;
  /** Milliseconds that a socket may stay without a valid hello. */
  readonly helloMs: number;
  /** Wrong tokens after which no token is looked at for `tokenDelayMs` milliseconds. */
  readonly wrongTokens: number;
  readonly tokenDelayMs: number;
}

export const defaultLimits: Limits = {
  sockets: 64,
  processesPerSession: 16,
  keepMs: 10_000,
  keepBytes: 4 * 1_048_576,
  stdinBytes: stdinWindow,
  stopWaitMs: 2000,
  helloMs: 5000,
  wrongTokens: 20,
  tokenDelayMs: 10_000,
};
