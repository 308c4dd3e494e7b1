/** Reads one line from the terminal. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface AskOptions {
  /** Gives the question up. */
  readonly signal?: AbortSignal;
  /** Whether what is typed is not shown. */
  readonly isSecret?: boolean;
}

/** Asks, and reads the answer; undefined if the input ends, or the signal is aborted. */
export async function askLine(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
  { signal = new AbortController().signal, isSecret = false }: AskOptions = {},
): Promise<string | undefined> {
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isSecret) output.write(question);
  const lines = createInterface({ input, output: isSecret ? nothing : output, terminal: true });
  try {
    const ended = new Promise<undefined>((resolve) =>
      lines.once("close", () => resolve(undefined)),
    );
    // readline holds the terminal in raw mode, so that Ctrl+C arrives here and sends no signal
    lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
    return await Promise.race([lines.question(question, { signal }), ended]);
  } catch {
    return undefined;
  } finally {
    lines.close();
    if (isSecret) output.write("\n");
  }
}
