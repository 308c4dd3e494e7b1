/** Parses the command line of `mcp-playground`. */
import { Command, CommanderError, Help } from "commander";
import { envNeedsCommand } from "../../config/environmentFlag.ts";
import { version } from "../../thisPackage.ts";
import { addFlags, environmentPrefix, flagsOf } from "../flags.ts";
import { addCheck } from "./checkArguments.ts";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addExport } from "./exportArguments.ts";
import { addReplay } from "./replayArguments.ts";
import { addRun } from "./runArguments.ts";
import { addServe } from "./serveArguments.ts";
import { readServer } from "./serverArguments.ts";

const epilogue = `
  -- [NAME=value…] command args…
                          a stdio server to offer in the page; it starts when you connect. It inherits
                          little more than HOME, LANG and PATH: pass other variables with --env or in
                          front of the command

Files for --config: the mcpServers of Claude and Cursor, the servers of VS Code (with inputs and
\${env:NAME}), or a registry's server.json. They are reloaded when they change.

Every option with a value except --env can also be set in the environment: --public-url as
${environmentPrefix}PUBLIC_URL. NO_COLOR and FORCE_COLOR are respected.

Exit codes: 0 on success, 1 on failure, with run if a call has not passed, with
check if the server violates the protocol, with replay if an answer differs, 2 if the command line is
invalid.

Examples:
  mcp-playground http://localhost:3000/mcp
  mcp-playground -- npx -y @modelcontextprotocol/server-filesystem .
  mcp-playground --config ~/.cursor/mcp.json --config .vscode/mcp.json
  mcp-playground check --env API_KEY -- node my-server.js
  mcp-playground check session.json
  mcp-playground serve session.json --http 3000
  mcp-playground run calls.json --junit results.xml -- node my-server.js
  mcp-playground export session.json --format har --out session.har
  mcp-playground replay session.json -- node my-server.js
`;

/** Reads the arguments; never throws. */
export function readArguments(argv: readonly string[]): Arguments {
  const dashes = argv.indexOf("--");
  const own = dashes < 0 ? argv : argv.slice(0, dashes);
  const command = dashes < 0 ? undefined : argv.slice(dashes + 1);
  let printed = "";
  let read: Arguments | string = "No command was given.";

  const program = createProgram((text) => {
    printed += text;
  });
  // Declared on the program only, so that it is read in any position.
  const context = (): CommandContext => ({ command, variables: program.opts().env ?? [] });
  addFlags(program).action((url: string | undefined, options) => {
    read = readStart(url, context(), options);
  });
  const setCommand: SetCommand = (name, readCommand) => {
    const stray = program.options.find(
      (option) =>
        option.long !== "--env" && program.getOptionValueSource(option.attributeName()) === "cli",
    );
    read = stray ? `${name} has no option ${stray.long}.` : readCommand(context());
  };
  addCheck(program, setCommand);
  addServe(program, setCommand);
  addRun(program, setCommand);
  addExport(program, setCommand);
  addReplay(program, setCommand);
  program
    .command("open")
    .description(
      "serve the page with the session of a shared link; no server is contacted before you agree",
    )
    .usage("[options] <link>")
    .argument("<link>", "a link of any playground, or the part after its #")
    .action((link: string) => {
      read = readOpen(link, context(), program.opts());
    });

  try {
    program.parse(own, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "text", text: printed };
    read = formatMessage(error.message);
  }
  return typeof read === "string" ? { kind: "invalid", reason: read } : read;
}

function createProgram(writeOut: (text: string) => void): Command {
  return new Command("mcp-playground")
    .description(
      "Serves the MCP Playground on this machine, prints its link and opens it in the browser.",
    )
    .usage("[options] [url | -- command args…]")
    .argument("[url]", "a server to offer in the page, for example http://localhost:3000/mcp")
    .version(version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print this")
    .helpCommand(false)
    .addHelpText("after", epilogue)
    .configureHelp({
      // The epilogue explains the environment variables once, for all options.
      optionDescription: (option) =>
        new Help()
          .optionDescription(option)
          .replace(/ \(env: \w+\)$/, "")
          .replace(/, env: \w+\)$/, ")"),
    })
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr: () => {},
      getOutHelpWidth: () => 100,
    });
}

function readStart(
  url: string | undefined,
  context: CommandContext,
  options: Readonly<Record<string, unknown>>,
): Arguments | string {
  const flags = flagsOf(options);
  if (url === undefined && !context.command) {
    if (context.variables.length > 0) return envNeedsCommand;
    return { kind: "start", server: undefined, flags };
  }
  const server = readServer(url, context);
  return typeof server === "string" ? server : { kind: "start", server, flags };
}

function readOpen(
  link: string,
  { command, variables }: CommandContext,
  options: Readonly<Record<string, unknown>>,
): Arguments | string {
  if (command) return "open takes a link, not a command.";
  if (variables.length > 0) return envNeedsCommand;
  return { kind: "open", link, flags: flagsOf(options) };
}

/** Rewrites commander's message as a sentence. */
function formatMessage(message: string): string {
  const [what = "", ...more] = message.replace(/^error: /, "").split("\n");
  const hint = more.join(" ").replace(/^\((.*)\)$/, "$1");
  const end = /[.?!]$/.test(what) ? "" : ".";
  const advice = hint || (/^unknown/.test(what) ? "See mcp-playground --help." : "");
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${end}${advice ? ` ${advice}` : ""}`;
}
