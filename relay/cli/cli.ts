/** Runs the program for a person at a terminal. */
import { readArguments } from "./arguments.ts";
import { fail } from "./terminal.ts";

/** Does what the arguments ask for; the process ends with 0, 1 or 2, as the help says. */
export async function run(argv: readonly string[]): Promise<void> {
  // whoever reads the output may stop to read it: `mcp-playground --help | head -1`
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  const wanted = readArguments(argv);
  switch (wanted.kind) {
    case "text":
      return void process.stdout.write(wanted.text);
    case "wrong":
      return fail(wanted.reason, 2);
    case "start":
      return (await import("./commands/serve.ts")).serve(wanted);
    case "open":
      return (await import("./commands/open.ts")).open(wanted);
    case "check":
      return (await import("./commands/check.ts")).check(wanted);
  }
}
