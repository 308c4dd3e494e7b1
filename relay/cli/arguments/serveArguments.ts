/** The arguments of `serve`. */
import { type Command, Option } from "commander";
import { readPort } from "../flags.ts";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { rejectCommand } from "./serverArguments.ts";

export function addServe(program: Command, setCommand: SetCommand): void {
  program
    .command("serve")
    .description("serve a recording as an MCP server, over stdio or Streamable HTTP")
    .usage("[options] <recording>")
    .argument("<recording>", "the file of a recording with messages")
    .addOption(
      new Option(
        "--http <port>",
        "serve Streamable HTTP at this port of the loopback address; 0 for any",
      ).argParser(readPort),
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
  const port = typeof http === "number" ? http : undefined;
  return { kind: "serve", path, port, mode: lenient ? "lenient" : "strict" };
}
