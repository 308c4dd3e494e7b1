/** The arguments of `run`. */
import type { Command } from "commander";
import { repeatable } from "../flags.ts";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addReportOptions, readReportOptions, withJunit } from "./reportArguments.ts";
import { addServerOptions, readTarget } from "./serverArguments.ts";

export function addRun(program: Command, setCommand: SetCommand): void {
  const run = program
    .command("run")
    .description("run the saved calls of a collection on a server, and check their assertions")
    .usage("[options] <collection> <url | name | -- command args…>")
    .argument("<collection>", "the file of a collection, see docs/collections.md")
    .argument("[server]", "a URL, or the name of a server of --config")
    .option("--environment <name>", "the environment of the collection; its secrets are read here")
    .addOption(repeatable("--var <name=value>", "the value of a variable"))
    .option("--junit <file>", "the same as --report junit=<file>");
  addReportOptions(addServerOptions(run)).action(
    (path: string, word: string | undefined, options) =>
      setCommand("run", (context) => readRun(path, word, options, context), ["--config"]),
  );
}

function readRun(
  path: string,
  word: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const server = readTarget(word, options, context);
  if (typeof server === "string") return server;
  const given = ((options.var ?? []) as readonly string[]).map((text) =>
    /^([A-Za-z_][\w.-]{0,63})=(.*)$/s.exec(text),
  );
  if (given.includes(null)) return "--var needs a name and a value: --var name=value.";
  const read = readReportOptions(options);
  if (typeof read === "string") return read;
  return {
    kind: "run",
    path,
    ...server,
    report: withJunit(read.report, options.junit),
    environmentName: typeof options.environment === "string" ? options.environment : undefined,
    variables: given.map((match) => [match?.[1] ?? "", match?.[2] ?? ""]),
  };
}
