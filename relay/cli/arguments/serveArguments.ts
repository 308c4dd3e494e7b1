/** The arguments of `serve`. */
import { Option } from "@commander-js/extra-typings";
import { CommandError } from "../exitCode.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { readPort } from "./optionGroups.ts";
import { rejectCommand } from "./serverArguments.ts";

export type ServeArguments = ArgumentsOf<typeof addServe>;

export function addServe({ program, on }: CommandLine) {
  const command = program
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
    .option("--lenient", "answer requests with the recorded method and name or URI");
  return on(command, ({ http, strict, lenient }, context, path) => {
    rejectCommand("serve", context);
    if (strict && lenient) throw new CommandError("Give either --strict or --lenient, not both.");
    const mode = lenient ? ("lenient" as const) : ("strict" as const);
    /** Without a port, over stdio. */
    return { kind: "serve" as const, path, port: http, mode };
  });
}
