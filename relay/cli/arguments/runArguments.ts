/** The arguments of `run`. */
import { CommandError } from "../exitCode.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { addOptions, repeatable } from "./optionGroups.ts";
import { jsonUsage, readReport, reportOptions } from "./reportArguments.ts";
import { readTarget, serverOptions } from "./serverArguments.ts";

export type RunArguments = ArgumentsOf<typeof addRun>;

export function addRun({ program, on }: CommandLine) {
  const run = program
    .command("run")
    .description("run the saved calls of a collection on a server, and check their assertions")
    .usage("[options] <collection> <url | name | -- command args…>")
    .argument("<collection>", "the file of a collection, see docs/collections.md")
    .argument("[server]", "a URL, or the name of a server of --config")
    .option("--environment <name>", "the environment of the collection; its secrets are read here")
    .addOption(repeatable("--var <name=value>", "the value of a variable"))
    .option("--junit <file>", "the same as --report junit=<file>");
  return on(
    addOptions(addOptions(run, serverOptions()), reportOptions()).option(...jsonUsage),
    (options, context, path, word) => {
      const variables = (options.var ?? []).map((text): readonly [name: string, value: string] => {
        const [, name, value = ""] = /^([A-Za-z_][\w.-]{0,63})=(.*)$/s.exec(text) ?? [];
        if (name !== undefined) return [name, value];
        throw new CommandError("--var needs a name and a value: --var name=value.");
      });
      const { environment } = options;
      const server = readTarget(word, options, context);
      const report = readReport(options, options);
      return { kind: "run" as const, path, ...server, report, environment, variables };
    },
  );
}
