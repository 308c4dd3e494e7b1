/** Runs the command line in the process of the test. */
import { Writable } from "node:stream";
import { run } from "./cli.ts";
import type { ExitCode } from "./exitCode.ts";
import { createTerminal } from "./terminal.ts";

export interface Ran {
  readonly code: ExitCode | undefined;
  readonly out: string;
  readonly err: string;
}

let [newest, newestErrors] = [sink(), sink()];

/** What the command that was run last has printed so far. */
export const printed = (): string => newest.text();

/** The same, of standard error. */
export const printedErrors = (): string => newestErrors.text();

/** Runs a command to its end; only what needs a process of its own is started as one. */
export async function runCli(...argv: readonly string[]): Promise<Ran> {
  const [stdout, stderr] = [sink(), sink()];
  [newest, newestErrors] = [stdout, stderr];
  const code = await run(argv, createTerminal({ stdout, stderr }));
  return { code, out: stdout.text(), err: stderr.text() };
}

function sink() {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => text });
}
