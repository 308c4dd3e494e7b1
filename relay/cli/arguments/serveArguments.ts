/** The arguments of `serve`. */
import type { Command } from "commander";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { rejectCommand } from "./serverArguments.ts";

export function addServe(program: Command, setCommand: SetCommand): void {
  program
    .command("serve")
    .description("serve a recording as an MCP server, over stdio or Streamable HTTP")
    .usage("[options] <recording>")
    .argument("<recording>", "the file of a recording with messages")
    .option(
      "--http <port>",
      "serve Streamable HTTP at this port of the loopback address; 0 for any",
    )
    .option("--strict", "answer requests with the recorded params only (default)")
    .option("--lenient", "answer requests with the recorded method and name or URI")
    .action((path: string, options) =>
      setCommand("serve", (context) => readServe(path, options, context)),
    );
}

function readServe(
  path: string,
  { http, strict, lenient }: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const problem = rejectCommand("serve", context);
  if (problem !== undefined) return problem;
  if (strict && lenient) return "Give either --strict or --lenient, not both.";
  const port = http === undefined ? undefined : Number(http);
  if (port !== undefined && !(/^\d{1,5}$/.test(String(http)) && port < 65_536)) {
    return "--http needs a port: a number from 0 to 65535.";
  }
  return { kind: "serve", path, port, mode: lenient ? "lenient" : "strict" };
}
