/** The arguments of `check`. */
import type { Command } from "commander";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addReportOptions, readReportOptions } from "./reportArguments.ts";
import { addServerOptions, readRequestTarget, readServerOptions } from "./serverArguments.ts";

export function addCheck(program: Command, setCommand: SetCommand): void {
  const check = program
    .command("check")
    .description(
      "check the messages of a server, or of a recording, against the specification, without a page",
    )
    .usage("[options] <url | recording | -- command args…>")
    .argument("[target]", "a URL, or the file of a recording, whose messages are checked")
    .option(
      "--start-server",
      "start or contact the server that a recording without messages names",
    );
  addReportOptions(addServerOptions(check)).action((target: string | undefined, options) =>
    setCommand("check", (context) => readCheck(target, options, context), ["--config"]),
  );
}

function readCheck(
  target: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const server = readServerOptions(options);
  if (typeof server === "string") return server;
  const report = readReportOptions(options);
  if (typeof report === "string") return report;
  const common = { kind: "check", ...server, ...report } as const;
  const startsServer = options.startServer === true;
  if (target === undefined && !context.command && context.files.length === 0) {
    return "Give a URL, the file of a recording, or a command after --.";
  }
  const isGiven = context.command || options.server !== undefined;
  const isFile = target !== undefined && !isGiven && !/^[a-z][a-z0-9+.-]*:\/\//i.test(target);
  if (isFile) {
    // what the user has for a server goes to no other one
    const given = server.headers.length > 0 ? "--header" : "--env";
    if (server.headers.length > 0 || context.variables.length > 0) {
      return `${given} is only for a server that you name yourself: give its URL, or its command after --.`;
    }
    return { ...common, target: { kind: "file", path: target, startsServer } };
  }
  if (startsServer) return "--start-server is for the file of a recording.";
  const found = readRequestTarget(target, options.server, context);
  return typeof found === "string" ? found : { ...common, target: found };
}
