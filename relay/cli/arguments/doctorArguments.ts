/** The arguments of `doctor`. */
import type { Command } from "commander";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addReportOptions, readReportOptions } from "./reportArguments.ts";
import { addServerOptions, readTarget } from "./serverArguments.ts";

/** Seconds until a server counts as silent. */
const timeoutSeconds = 10;
const maximumWatchSeconds = 3600;

export function addDoctor(program: Command, setCommand: SetCommand): void {
  const doctor = program
    .command("doctor")
    .description("find out why a server cannot be connected to, and how to repair it")
    .usage("[options] <url | name | -- command args…>")
    .argument("[server]", "a URL, or the name of a server of --config")
    .option("--origin <origin>", "the origin of a page that must be able to connect (CORS)")
    .option(
      "--paths",
      "where there is no MCP endpoint, look for one at the usual paths and well-known addresses",
    )
    .option("--watch <seconds>", "how long streams are watched for delays and idle timeouts", "3")
    .option("--fix <framework>", "the framework whose fix is printed, such as hono or nginx");
  addReportOptions(addServerOptions(doctor, timeoutSeconds)).action(
    (word: string | undefined, options) =>
      setCommand("doctor", (context) => readDoctor(word, options, context), ["--config"]),
  );
}

function readDoctor(
  word: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const server = readTarget(word, options, context);
  if (typeof server === "string") return server;
  const report = readReportOptions(options);
  if (typeof report === "string") return report;
  const watchSeconds = Number(options.watch);
  if (!(watchSeconds >= 0 && watchSeconds <= maximumWatchSeconds)) {
    return `--watch needs a number of seconds, at most ${maximumWatchSeconds}.`;
  }
  const origin = options.origin === undefined ? undefined : URL.parse(String(options.origin));
  if (origin === null || (origin && !/^https?:$/.test(origin.protocol))) {
    return "--origin needs an origin, such as https://app.example.com.";
  }
  return {
    kind: "doctor",
    ...server,
    ...report,
    origin: origin?.origin,
    triesPaths: options.paths === true,
    watchSeconds,
    framework: typeof options.fix === "string" ? options.fix.toLowerCase() : undefined,
  };
}
