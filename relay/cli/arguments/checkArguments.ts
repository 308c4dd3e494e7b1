/** The arguments of `check`. */
import { CommandError } from "../exitCode.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { addOptions } from "./optionGroups.ts";
import { jsonUsage, readReport, reportOptions } from "./reportArguments.ts";
import { readRequestTarget, readServerOptions, serverOptions } from "./serverArguments.ts";

export type CheckArguments = ArgumentsOf<typeof addCheck>;

export function addCheck({ program, on }: CommandLine) {
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
  const declared = addOptions(addOptions(check, serverOptions()), reportOptions());
  return on(declared.option(...jsonUsage), (options, context, word) => {
    const { startServer = false, server: name } = options;
    const server = readServerOptions(options);
    const common = { kind: "check" as const, ...server, report: readReport(options, options) };
    if (word === undefined && !context.command && context.files.length === 0) {
      throw new CommandError("Give a URL, the file of a recording, or a command after --.");
    }
    const isGiven = context.command || name !== undefined;
    if (word !== undefined && !isGiven && !/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) {
      // what the user has for a server goes to no other one
      const given = server.headers.length > 0 ? "--header" : "--env";
      if (server.headers.length > 0 || context.variables.length > 0) {
        throw new CommandError(
          `${given} is only for a server that you name yourself: give its URL, or its command after --.`,
        );
      }
      return { ...common, target: { kind: "file" as const, path: word, startServer } };
    }
    if (startServer) throw new CommandError("--start-server is for the file of a recording.");
    return { ...common, target: readRequestTarget(word, name?.at(-1), context) };
  });
}
