/** The arguments of `replay`. */
import { Option } from "@commander-js/extra-typings";
import { CommandError } from "../exitCode.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { addOptions, numberReader } from "./optionGroups.ts";
import { readTarget, serverOptions } from "./serverArguments.ts";

export type ReplayArguments = ArgumentsOf<typeof addReplay>;

const notRequests = "--from and --to need the numbers of requests: 1 is the first.";
const readRequestNumber = numberReader(
  (value) => Number.isSafeInteger(value) && value >= 1,
  notRequests,
);

export function addReplay({ program, on }: CommandLine) {
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
    .addOption(
      new Option("--from <number>", "the first request")
        .argParser(readRequestNumber)
        .default(1, '"1"'),
    )
    .addOption(new Option("--to <number>", "the last request").argParser(readRequestNumber))
    .option(
      "--allow-destructive",
      "also call tools that may change something, by their annotations",
    );
  return on(
    addOptions(replay, serverOptions()).option("--json", "print the differences as JSON"),
    (options, context, path, word) => {
      const { json = false, rules, from, to = Number.MAX_SAFE_INTEGER, allowDestructive } = options;
      if (to < from) throw new CommandError(notRequests);
      const server = readTarget(word, options, context);
      return { kind: "replay" as const, path, ...server, json, rules, from, to, allowDestructive };
    },
  );
}
