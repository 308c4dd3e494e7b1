/** The arguments of `doctor`. */
import { Option } from "@commander-js/extra-typings";
import { forClients, readClientNames } from "../compat/compatArguments.ts";
import { CommandError } from "../exitCode.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { addOptions, numberReader } from "./optionGroups.ts";
import { jsonUsage, readReport, reportOptions } from "./reportArguments.ts";
import { readTarget, serverOptions } from "./serverArguments.ts";

/** Seconds until a server counts as silent. */
const timeoutSeconds = 10;
const maximumWatchSeconds = 3600;

export type DoctorArguments = ArgumentsOf<typeof addDoctor>;

export function addDoctor({ program, on }: CommandLine) {
  const doctor = program
    .command("doctor")
    .description("find out why a server cannot be connected to, and how to repair it")
    .usage("[options] <url | name | -- command args…>")
    .argument("[server]", "a URL, or the name of a server of --config")
    .addOption(
      new Option(
        "--origin <origin>",
        "the origin of a page that must be able to connect (CORS)",
      ).argParser(readOrigin),
    )
    .option(
      "--paths",
      "where there is no MCP endpoint, look for one at the usual paths and well-known addresses",
    )
    .addOption(
      new Option("--watch <seconds>", "how long streams are watched for delays and idle timeouts")
        .argParser(
          numberReader(
            (value) => value >= 0 && value <= maximumWatchSeconds,
            `--watch needs a number of seconds, at most ${maximumWatchSeconds}.`,
          ),
        )
        .default(3, '"3"'),
    )
    .option("--fix <framework>", "the framework whose fix is printed, such as hono or nginx")
    .addOption(forClients());
  return on(
    addOptions(addOptions(doctor, serverOptions(timeoutSeconds)), reportOptions()).option(
      ...jsonUsage,
    ),
    (options, context, word) => {
      const { origin, paths = false, watch, fix } = options;
      const server = readTarget(word, options, context);
      const report = readReport(options, options);
      const clients = readClientNames(options.for);
      return { kind: "doctor" as const, ...server, report, origin, paths, watch, fix, clients };
    },
  );
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CommandError("--origin needs an origin, such as https://app.example.com.");
}
