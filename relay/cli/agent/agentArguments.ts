/** The arguments of `mcp`. */
import { Option } from "@commander-js/extra-typings";
import { formatCommandLine, parseCommandLine } from "../../../shared/config/commandLine.ts";
import type { ArgumentsOf, CommandLine } from "../arguments/commandContext.ts";
import { readModel } from "../arguments/evalArguments.ts";
import { addOptions, readPort, repeatable } from "../arguments/optionGroups.ts";
import {
  isHttpUrl,
  readRequestTarget,
  readServerOptions,
  serverOptions,
} from "../arguments/serverArguments.ts";
import { CommandError } from "../exitCode.ts";

export type AgentArguments = ArgumentsOf<typeof addAgent>;

export function addAgent({ program, on }: CommandLine) {
  const mcp = program
    .command("mcp")
    .description("serve an MCP server with which a coding agent builds and repairs MCP servers")
    .usage("[options] [url | name | -- command args…]")
    .argument("[server]", "a URL, or the name of a server of --config; all of them by default")
    .option("--folder <folder>", "the folder that files of the agent's calls are in", ".")
    .addOption(
      repeatable("--allow-command <line>", "a command line that is started without a question"),
    )
    .addOption(
      repeatable("--allow-url <url>", "a server whose origin is contacted without a question"),
    )
    .option("--model <provider:name>", "the model of dry_run, such as openai:gpt-5, or scripted")
    .option("--base-url <url>", "the address of the model's API, such as of a local server")
    .addOption(
      new Option(
        "--http [port]",
        "serve Streamable HTTP at this port of 127.0.0.1, any by default; the token is printed",
      ).argParser(readPort),
    )
    .option("--allow-calls", "call tools that may change something without a question");
  return on(addOptions(mcp, serverOptions()), (options, context, word) => {
    const {
      folder,
      allowCommand = [],
      allowUrl = [],
      allowCalls = false,
      model,
      baseUrl,
      http,
    } = options;
    if (http !== undefined && options.record !== undefined) {
      throw new CommandError(
        "--record has no --http, which serves several sessions: open_in_page records each.",
      );
    }
    const name = options.server?.at(-1);
    const isNamed = word !== undefined || name !== undefined || context.command !== undefined;
    return {
      kind: "mcp" as const,
      /** Undefined without one on the command line: the agent then connects to any that is configured. */
      target: isNamed ? readRequestTarget(word, name, context) : undefined,
      files: context.files,
      ...readServerOptions(options),
      folder,
      commands: allowCommand.map(readCommandLine),
      origins: allowUrl.map(readOrigin),
      allowCalls,
      /** 0 for any; undefined for standard input and output. */
      port: http === true ? 0 : http,
      model: model === undefined ? undefined : readModel(model),
      baseUrl,
    };
  });
}

/** In the form in which commands are compared. */
function readCommandLine(line: string): string {
  const parsed = parseCommandLine(line);
  if (parsed.kind === "command" && Object.keys(parsed.env).length === 0) {
    return formatCommandLine(parsed.command, parsed.args);
  }
  throw new CommandError("--allow-command needs a command line without variables.");
}

function readOrigin(text: string): string {
  if (isHttpUrl(text)) return new URL(text).origin;
  throw new CommandError("--allow-url needs an http(s) URL.");
}
