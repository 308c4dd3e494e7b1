/** Reports uncaught errors instead of ending the relay's process. */
import { errorCode } from "./errorCode.ts";

/** The reported facts: never the error's message, which may contain users' data. */
interface UncaughtFacts {
  /** For example `TypeError`. */
  readonly name: string;
  /** The error code of the system or of Node, for example `EPIPE`. */
  readonly code: string | undefined;
  /** Where it was thrown: file, line and column. */
  readonly at: string | undefined;
  /** `uncaughtException` or `unhandledRejection`. */
  readonly origin: string;
  readonly [more: string]: string | undefined;
}

/** Bounds reports, because reporting an error may cause another one (a closed terminal). */
const reportsPerMinute = 10;

/**
 * Keeps the process alive after uncaught errors. Call it once the relay serves; before that, an
 * error must end the start. This is safe because requests, sockets and processes share no state:
 * the one that failed is ended by its own timeout or its page, and everything else continues.
 * Ending the process instead would end the servers of all pages.
 * @returns a function that removes the handler
 */
export function surviveUncaughtErrors(report: (facts: UncaughtFacts) => void): () => void {
  const reported: number[] = [];
  // Node turns unhandled rejections into uncaught exceptions by default.
  const listener = (error: unknown, origin: string) => {
    const time = performance.now();
    while (reported.length > 0 && time - (reported[0] ?? 0) > 60_000) reported.shift();
    if (reported.length >= reportsPerMinute) return;
    reported.push(time);
    try {
      report(factsOf(error, origin));
    } catch {
      // An error thrown here would end the process.
    }
  };
  process.on("uncaughtException", listener);
  return () => void process.off("uncaughtException", listener);
}

/** Formats the facts, for example `TypeError at relay/ws/pageSocket.ts:12:3`. */
export function describeUncaught({ name, code, at }: UncaughtFacts): string {
  return `${name}${code === undefined ? "" : ` ${code}`}${at === undefined ? "" : ` at ${at}`}`;
}

function factsOf(error: unknown, origin: string): UncaughtFacts {
  if (!(error instanceof Error))
    return { name: typeof error, code: undefined, at: undefined, origin };
  const { name, stack = "" } = error;
  const [, at] = /^\s+at .*?(?:file:\/\/)?([^\s()]+:\d+:\d+)\)?$/m.exec(stack) ?? [];
  return { name, code: errorCode(error), at, origin };
}
