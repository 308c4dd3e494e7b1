/** The arguments of `check`. */
import { clientFailureKinds } from "../../../shared/report/examinationReport.ts";
import { forClients, readClientNames } from "../compat/compatArguments.ts";
import { CommandError } from "../exitCode.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { addOptions, numberReader } from "./optionGroups.ts";
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
    .argument(
      "[target]",
      "a URL, the file of a recording, whose messages are checked, or a server.json or server card",
    )
    .option("--start-server", "start or contact the server that a recording without messages names")
    .option("--client", "examine what the client of the recording did, instead of the server")
    .option(
      "--card",
      "also check the card at <url>/server-card, and name what the server says otherwise",
    )
    .option(
      "--max-tokens <number>",
      "the definitions of the tools may be estimated at no more tokens",
      numberReader(
        (value) => Number.isInteger(value) && value >= 0,
        "--max-tokens needs a whole number.",
      ),
    )
    .option(
      "--digests",
      "read every file of the server's skills and verify it; a skill without digests is a violation",
    )
    .addOption(forClients());
  const declared = addOptions(addOptions(check, serverOptions()), reportOptions());
  return on(declared.option(...jsonUsage), (options, context, word) => {
    const { startServer = false, client = false, digests = false, server: name } = options;
    const server = readServerOptions(options);
    const report = readReport(options, options);
    const { maxTokens, card = false } = options;
    const clients = readClientNames(options.for);
    const common = { kind: "check" as const, ...server, digests, maxTokens, card, clients, report };
    const isOfClient = clientFailureKinds.find((kind) => report.failOn.includes(kind));
    if (isOfClient !== undefined && !client) {
      throw new CommandError(`--fail-on ${isOfClient} is for --client.`);
    }
    if (client && startServer) {
      throw new CommandError(
        "--client examines the messages of a recording: leave --start-server out.",
      );
    }
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
      if (clients.length > 0) {
        throw new CommandError("--for needs a server: a recording shows one client only.");
      }
      const ofServers = [
        ...(digests ? ["--digests"] : []),
        ...(maxTokens === undefined ? [] : ["--max-tokens"]),
        ...(card ? ["--card"] : []),
      ];
      if (ofServers[0] !== undefined && !startServer) {
        throw new CommandError(`${ofServers[0]} needs a server, and a file is no server.`);
      }
      return { ...common, target: { kind: "file" as const, path: word, startServer, client } };
    }
    if (client)
      throw new CommandError("--client is for the file of a recording, such as of a tap.");
    if (startServer) throw new CommandError("--start-server is for the file of a recording.");
    if (card && context.command) throw new CommandError("--card is for a server over HTTP.");
    return { ...common, target: readRequestTarget(word, name?.at(-1), context) };
  });
}
