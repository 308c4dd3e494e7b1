/** The arguments of `check`. */
import type { Command } from "commander";
import { readEnvironment } from "../../config/environmentFlag.ts";
import type { Arguments, CheckTarget } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addServerOptions, readServer, readServerOptions } from "./serverArguments.ts";

export function addCheck(program: Command, setCommand: SetCommand): void {
  const check = program
    .command("check")
    .description(
      "check the messages of a server, or of a recording, against the specification, without a page",
    )
    .usage("[options] <url | recording | -- command args…>")
    .argument(
      "[target]",
      "a URL, or the file of a recording: its messages are checked, or its server if it has none",
    );
  addServerOptions(check)
    .option("--json", "print the findings as JSON")
    .action((target: string | undefined, options) =>
      setCommand("check", (context) => readCheck(target, options, context)),
    );
}

function readCheck(
  target: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const isFile = target !== undefined && !/^[a-z][a-z0-9+.-]*:\/\//i.test(target);
  const found =
    isFile && !context.command ? readFile(target, context) : readServer(target, context);
  if (typeof found === "string") return found;
  const server = readServerOptions(options);
  if (typeof server === "string") return server;
  return { kind: "check", target: found, ...server, isJson: options.json === true };
}

function readFile(path: string, { variables }: CommandContext): CheckTarget | string {
  const env = readEnvironment(variables, []);
  return typeof env === "string" ? env : { kind: "file", path, ...env };
}
