/** The arguments of `compat`. */
import type { ArgumentsOf, CommandLine } from "../arguments/commandContext.ts";
import { addOptions, repeatable } from "../arguments/optionGroups.ts";
import { jsonUsage, readReport, reportOptions } from "../arguments/reportArguments.ts";
import { readTarget, serverOptions } from "../arguments/serverArguments.ts";

export type CompatArguments = ArgumentsOf<typeof addCompat>;

/** Declared once for `compat` and `check`. */
export const forClients = () =>
  repeatable("--for <clients>", "clients that must work, such as claude-code,cursor");

/** The names of an option that takes several, separated by commas. */
export function readClientNames(values: readonly string[] = []): readonly string[] {
  return values.flatMap((value) => value.split(",").map((name) => name.trim())).filter(Boolean);
}

export function addCompat({ program, on }: CommandLine) {
  const compat = program
    .command("compat")
    .description("say how the server works with known clients, from dated facts about them")
    .usage("[options] <url | name | -- command args…>")
    .argument("[server]", "a URL, or the name of a server of --config")
    .addOption(forClients())
    .option("--list", "print the clients that are known, and contact no server");
  return on(
    addOptions(addOptions(compat, serverOptions()), reportOptions()).option(...jsonUsage),
    (options, context, word) => {
      const clients = readClientNames(options.for);
      const report = readReport(options, options);
      if (options.list) return { kind: "compat-clients" as const, report };
      const server = readTarget(word, options, context);
      return { kind: "compat" as const, ...server, clients, report };
    },
  );
}
