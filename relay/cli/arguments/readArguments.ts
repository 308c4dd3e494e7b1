/** Parses the command line of `mcp-playground`. */
import { Command, CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { envNeedsCommand } from "../../config/environmentFlag.ts";
import type { NamedServer } from "../../config/serverList.ts";
import { projectLinks, version } from "../../thisPackage.ts";
import { type AgentArguments, addAgent } from "../agent/agentArguments.ts";
import { addCompat, type CompatArguments } from "../compat/compatArguments.ts";
import { CommandError } from "../exitCode.ts";
import { type Flags, limitOptions, mirrored, relayOptions } from "../flags.ts";
import { nearestName } from "../nearestName.ts";
import { addCheck, type CheckArguments } from "./checkArguments.ts";
import type { CommandContext, CommandLine } from "./commandContext.ts";
import { addCompletion, type CompletionArguments } from "./completionArguments.ts";
import { addConform, type ConformArguments } from "./conformArguments.ts";
import { addDiff, type DiffArguments } from "./diffArguments.ts";
import { addDoctor, type DoctorArguments } from "./doctorArguments.ts";
import { addEval, type EvalArguments } from "./evalArguments.ts";
import { addExport, type ExportArguments } from "./exportArguments.ts";
import { epilogue, helpFormat, limitsHelp, linksHelp } from "./help.ts";
import { addOptions } from "./optionGroups.ts";
import { addReplay, type ReplayArguments } from "./replayArguments.ts";
import { addRequests, type RequestArguments } from "./requestArguments.ts";
import { addRun, type RunArguments } from "./runArguments.ts";
import { addServe, type ServeArguments } from "./serveArguments.ts";
import { isHttpUrl, readServer } from "./serverArguments.ts";
import { addTap, type TapArguments, type TapInstallArguments } from "./tapArguments.ts";

export type Arguments =
  /** Text to print, such as the help. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "start"; readonly server: NamedServer | undefined; readonly flags: Flags }
  | { readonly kind: "open"; readonly link: string; readonly flags: Flags }
  | CompletionArguments
  | RequestArguments
  | CheckArguments
  | CompatArguments
  | ConformArguments
  | DoctorArguments
  | DiffArguments
  | ServeArguments
  | ExportArguments
  | RunArguments
  | EvalArguments
  | ReplayArguments
  | AgentArguments
  | TapArguments
  | TapInstallArguments;

/**
 * Reads the arguments.
 * @throws CommandError that says what is wrong and what may have been meant
 */
export function readArguments(argv: readonly string[]): Arguments {
  const dashes = argv.indexOf("--");
  const words = dashes < 0 ? argv : argv.slice(0, dashes);
  const command = dashes < 0 ? undefined : argv.slice(dashes + 1);
  const [first = "", second] = words;
  if (["--help", "-h", "help"].includes(first) && second === "limits") {
    return { kind: "text", text: limitsHelp() };
  }
  let printed = "";
  let read: Arguments | undefined;

  const program = createProgram((text) => {
    printed += text;
  });
  // Declared on the program only, so that it is read in any position.
  const context = (): CommandContext => {
    const { env = [], config = [] } = program.opts();
    return { command, variables: env, files: config };
  };
  program.action((url, options) => {
    const isWord = url !== undefined && !isHttpUrl(url) && !command;
    if (isWord && nearestCommand(url, program) !== undefined) throw unknownCommand(url, program);
    read = readStart(url, context(), options);
  });
  const on: CommandLine["on"] = (own, readCommand) => {
    const isOfServer = own.options.some(({ long }) => long === "--server");
    const shared = isOfServer ? ["--env", "--config"] : ["--env"];
    own.action(() => {
      const stray = program.options.find(
        (option) =>
          !shared.includes(option.long ?? "") &&
          program.getOptionValueSource(option.attributeName()) === "cli",
      );
      if (stray) throw new CommandError(`${own.name()} has no option ${stray.long}.`);
      // only the commands below are added
      read = readCommand(own.opts(), context(), ...own.processedArgs) as unknown as Arguments;
    });
    return readCommand;
  };
  const line: CommandLine = { program, on };
  addRequests(line);
  addCheck(line);
  addCompat(line);
  addConform(line);
  addDoctor(line);
  addServe(line);
  addRun(line);
  addEval(line);
  addExport(line);
  addReplay(line);
  addDiff(line);
  addTap(line);
  addAgent(line);
  addCompletion(line);
  program
    .command("open")
    .description(
      "serve the page with the session of a shared link or a recording; no server is contacted before you agree",
    )
    .usage("[options] <link>")
    .argument(
      "<link>",
      "a link of any playground, the part after its #, or the file of a recording",
    )
    .action((link) => {
      const { variables } = context();
      if (command) throw new CommandError("open takes a link, not a command.");
      if (variables.length > 0) throw new CommandError(envNeedsCommand);
      read = { kind: "open", link, flags: program.opts() };
    });

  try {
    program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "text", text: printed };
    const [word] = program.args;
    const isCommand = error.code === "commander.excessArguments" && word !== undefined;
    throw isCommand && !isHttpUrl(word) && !program.commands.some((each) => each.name() === word)
      ? unknownCommand(word, program)
      : new CommandError(formatMessage(error.message));
  }
  if (!read) throw new CommandError("No command was given.");
  return read;
}

function createProgram(writeOut: (text: string) => void) {
  const program = new Command("mcp-playground")
    .description(
      "Serves the MCP Playground on this machine, prints its link and opens it in the browser.",
    )
    .usage("[options] [url | -- command args…]")
    .argument("[url]", "a server to offer in the page, for example http://localhost:3000/mcp")
    .version(version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print this")
    .helpCommand(false)
    .addHelpText("after", epilogue)
    .addHelpText("after", linksHelp(projectLinks))
    .configureHelp(helpFormat)
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => {} });
  return addOptions(addOptions(program, relayOptions()), mirrored(limitOptions()));
}

/** Says that there is no such command, and which one may have been meant. */
function unknownCommand(word: string, program: CommandUnknownOpts): CommandError {
  const nearest = nearestCommand(word, program);
  const advice = nearest
    ? `Did you mean ${nearest}?`
    : `See mcp-playground --help. The command of a server goes after --: mcp-playground -- ${word} …`;
  return new CommandError(`There is no command "${word}". ${advice}`);
}

function nearestCommand(word: string, { commands }: CommandUnknownOpts): string | undefined {
  return nearestName(
    word,
    commands.map((command) => command.name()),
  );
}

function readStart(url: string | undefined, context: CommandContext, flags: Flags): Arguments {
  if (url === undefined && !context.command) {
    if (context.variables.length > 0) throw new CommandError(envNeedsCommand);
    return { kind: "start", server: undefined, flags };
  }
  return { kind: "start", server: readServer(url, context), flags };
}

/** Rewrites commander's message as a sentence. */
function formatMessage(message: string): string {
  const [what = "", ...more] = message.replace(/^error: /, "").split("\n");
  const hint = more.join(" ").replace(/^\((.*)\)$/, "$1");
  const end = /[.?!]$/.test(what) ? "" : ".";
  const advice = hint || (/^unknown/.test(what) ? "See mcp-playground --help." : "");
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${end}${advice ? ` ${advice}` : ""}`;
}
