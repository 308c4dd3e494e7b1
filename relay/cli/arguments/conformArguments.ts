/** The arguments of `conform`. */
import type { Command } from "commander";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addReportOptions, readReportOptions } from "./reportArguments.ts";
import { readRequestTarget } from "./requestArguments.ts";
import { addServerOptions, readServerOptions } from "./serverArguments.ts";

export function addConform(program: Command, setCommand: SetCommand): void {
  const conform = program
    .command("conform")
    .description(
      "examine what a server does in each situation of the specification, at all revisions that it speaks",
    )
    .usage("[options] <url | -- command args…>")
    .argument("[words...]", "a URL")
    .option("--list", "print what is examined and sent, and contact nothing")
    .option("--only <ids>", "run these tests only, by their ids")
    .option("--allow-calls", "also call tools that do not say that they only read")
    .option("--calls <collection>", "call tools with the arguments of these saved calls")
    .option("--official", "also run the official conformance suite, where it is installed")
    .option("--server <name>", "a server of the files that --config names");
  addReportOptions(addServerOptions(conform, 10)).action((words: readonly string[], options) =>
    setCommand("conform", (context) => readConform(words, options, context), ["--config"]),
  );
}

function readConform(
  words: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const server = readServerOptions(options);
  if (typeof server === "string") return server;
  const report = readReportOptions(options);
  if (typeof report === "string") return report;
  const common = {
    kind: "conform",
    ...server,
    ...report,
    only: typeof options.only === "string" ? new Set(options.only.split(",")) : undefined,
    allowsCalls: options.allowCalls === true,
    callsPath: typeof options.calls === "string" ? options.calls : undefined,
    isOfficial: options.official === true,
  } as const;
  if (options.list === true) return { ...common, target: undefined };
  const found = readRequestTarget(words, options.server, context);
  if (typeof found === "string") return found;
  const [stray] = found.words;
  if (stray !== undefined) return `conform needs one server; "${stray}" is not an http(s) URL.`;
  return { ...common, target: found.target };
}
