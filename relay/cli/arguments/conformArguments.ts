/** The arguments of `conform`. */
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { addOptions } from "./optionGroups.ts";
import { jsonUsage, readReport, reportOptions } from "./reportArguments.ts";
import { readRequestTarget, readServerOptions, serverOptions } from "./serverArguments.ts";

export type ConformArguments = ArgumentsOf<typeof addConform>;

export function addConform({ program, on }: CommandLine) {
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
  return on(
    addOptions(addOptions(conform, serverOptions(10)), reportOptions()).option(...jsonUsage),
    (options, context, word) => {
      const { list, only, allowCalls = false, calls, official } = options;
      return {
        kind: "conform" as const,
        /** Undefined if the scenarios are only listed. */
        target: list ? undefined : readRequestTarget(word, options.server?.at(-1), context),
        ...readServerOptions(options),
        report: readReport(options, options),
        /** The ids of the scenarios to run; undefined for all. */
        only: only === undefined ? undefined : new Set(only.split(",")),
        /** Whether tools are called that do not say that they only read. */
        allowCalls,
        /** The collection whose calls may be sent. */
        calls,
        official,
      };
    },
  );
}
