/** The arguments of `conform`. */
import type { Command } from "commander";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addReportOptions, readReportOptions } from "./reportArguments.ts";
import { addServerOptions, readRequestTarget, readServerOptions } from "./serverArguments.ts";

export function addConform(program: Command, setCommand: SetCommand): void {
  const conform = program
    .command("conform")
    .description(
      "examine what a server does in each situation of the specification, at all revisions that it speaks",
    )
    .usage("[options] <url | name | -- command args…>")
    .argument("[server]", "a URL, or the name of a server of --config")
    .option("--list", "print what is examined and sent, and contact nothing")
    .option("--only <ids>", "run these tests only, by their ids")
    .option("--allow-calls", "also call tools that do not say that they only read")
    .option("--calls <collection>", "call tools with the arguments of these saved calls")
    .option("--official", "also run the official conformance suite, where it is installed");
  addReportOptions(addServerOptions(conform, 10)).action((word: string | undefined, options) =>
    setCommand("conform", (context) => readConform(word, options, context), ["--config"]),
  );
}

function readConform(
  word: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const target =
    options.list === true ? undefined : readRequestTarget(word, options.server, context);
  if (typeof target === "string") return target;
  const server = readServerOptions(options);
  if (typeof server === "string") return server;
  const report = readReportOptions(options);
  if (typeof report === "string") return report;
  return {
    kind: "conform",
    target,
    ...server,
    ...report,
    only: typeof options.only === "string" ? new Set(options.only.split(",")) : undefined,
    allowsCalls: options.allowCalls === true,
    callsPath: typeof options.calls === "string" ? options.calls : undefined,
    isOfficial: options.official === true,
  };
}
