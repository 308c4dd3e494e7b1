/** The arguments of `replay`. */
import type { Command } from "commander";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addServerOptions, readTarget } from "./serverArguments.ts";

export function addReplay(program: Command, setCommand: SetCommand): void {
  const replay = program
    .command("replay")
    .description(
      "send the requests of a recording to a server again, and print what it answers differently",
    )
    .usage("[options] <recording> <url | name | -- command args…>")
    .argument("<recording>", "the file of a recording with messages")
    .argument("[server]", "a URL, or the name of a server of --config")
    .option(
      "--rules <file>",
      "what differs from call to call: JSON Pointers and ~expressions~, one per line",
    )
    .option("--from <number>", "the first request", "1")
    .option("--to <number>", "the last request")
    .option(
      "--allow-destructive",
      "also call tools that may change something, by their annotations",
    );
  addServerOptions(replay)
    .option("--json", "print the differences as JSON")
    .action((path: string, word: string | undefined, options) =>
      setCommand("replay", (context) => readReplay(path, word, options, context), ["--config"]),
    );
}

function readReplay(
  path: string,
  word: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const server = readTarget(word, options, context);
  if (typeof server === "string") return server;
  const from = Number(options.from);
  const to = options.to === undefined ? Number.MAX_SAFE_INTEGER : Number(options.to);
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || to < from) {
    return "--from and --to need the numbers of requests: 1 is the first.";
  }
  return {
    kind: "replay",
    path,
    ...server,
    isJson: options.json === true,
    rulesPath: typeof options.rules === "string" ? options.rules : undefined,
    from,
    to,
    isDestructiveAllowed: options.allowDestructive === true,
  };
}
