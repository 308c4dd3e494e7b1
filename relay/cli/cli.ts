/** Runs the command that the arguments ask for. */
import { readArguments } from "./arguments/readArguments.ts";
import { fail } from "./terminal.ts";

/** Runs the command line; sets the exit code to 0, 1 or 2 as documented in the help. */
export async function run(argv: readonly string[]): Promise<void> {
  // The reader of the output may close the pipe: `mcp-playground --help | head -1`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  const wanted = readArguments(argv);
  switch (wanted.kind) {
    case "text":
      return void process.stdout.write(wanted.text);
    case "invalid":
      return fail(wanted.reason, 2);
    case "start":
      return (await import("./commands/serve.ts")).serve(wanted);
    case "open":
      return (await import("./commands/open.ts")).open(wanted);
    case "stand-in":
      return (await import("./commands/serveRecording.ts")).serveRecording(wanted);
    case "run":
      return (await import("./commands/runCollection.ts")).runCollection(wanted);
    case "export":
      return (await import("./commands/exportFile.ts")).exportFile(wanted);
    case "replay":
      return (await import("./commands/replay.ts")).replay(wanted);
    case "check":
      return (await import("./commands/check.ts")).check(wanted);
  }
}
