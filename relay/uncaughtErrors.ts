/** Reports errors that nobody caught, and lets the relay serve everybody else on. */

/** What is told of an error: never its message, which may repeat what people sent. */
export interface UncaughtFacts {
  /** For example `TypeError`. */
  readonly name: string;
  /** The system's or Node's code, for example `EPIPE`. */
  readonly code: string | undefined;
  /** Where it was thrown: file, line and column. */
  readonly at: string | undefined;
  /** `uncaughtException` or `unhandledRejection`. */
  readonly origin: string;
  readonly [more: string]: string | undefined;
}

/** Reports within a minute: an error may be caused by reporting one (a terminal that is gone). */
const reportsPerMinute = 10;

/**
 * Outlives what would end the process, from now on. Call it when the relay serves: before, an
 * error has to end the start. That is safe because a request, a socket and a process keep their
 * state to themselves: what failed stays half done until its own timeout or its page ends it,
 * and what the others do goes on. The alternative is worse: all processes of all pages end.
 * @returns how to stop
 */
export function surviveUncaughtErrors(report: (facts: UncaughtFacts) => void): () => void {
  const reported: number[] = [];
  // unhandled rejections come here as well, as Node throws them unless told otherwise
  const listener = (error: unknown, origin: string) => {
    const time = performance.now();
    while (reported.length > 0 && time - (reported[0] ?? 0) > 60_000) reported.shift();
    if (reported.length >= reportsPerMinute) return;
    reported.push(time);
    try {
      report(factsOf(error, origin));
    } catch {
      // an error in here would end the process
    }
  };
  process.on("uncaughtException", listener);
  return () => void process.off("uncaughtException", listener);
}

/** The facts in words, such as `TypeError at relay/socket.ts:12:3`. */
export function describeUncaught({ name, code, at }: UncaughtFacts): string {
  return `${name}${code === undefined ? "" : ` ${code}`}${at === undefined ? "" : ` at ${at}`}`;
}

function factsOf(error: unknown, origin: string): UncaughtFacts {
  if (!(error instanceof Error))
    return { name: typeof error, code: undefined, at: undefined, origin };
  const { name, stack = "" } = error;
  const { code } = error as NodeJS.ErrnoException;
  const [, at] = /^\s+at .*?(?:file:\/\/)?([^\s()]+:\d+:\d+)\)?$/m.exec(stack) ?? [];
  return { name, code: typeof code === "string" ? code : undefined, at, origin };
}
