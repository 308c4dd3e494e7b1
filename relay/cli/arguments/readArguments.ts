/** Parses the command line of `mcp-playground`. */
import { Command, CommanderError } from "commander";
import { envNeedsCommand } from "../../config/environmentFlag.ts";
import { version } from "../../thisPackage.ts";
import { completionScripts } from "../completion/scripts.ts";
import { addFlags, flagsOf } from "../flags.ts";
import { nearestName } from "../nearestName.ts";
import { addCheck } from "./checkArguments.ts";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addConform } from "./conformArguments.ts";
import { addDoctor } from "./doctorArguments.ts";
import { addEval } from "./evalArguments.ts";
import { addExport } from "./exportArguments.ts";
import { epilogue, helpFormat, limitsHelp } from "./help.ts";
import { addReplay } from "./replayArguments.ts";
import { addRequests } from "./requestArguments.ts";
import { addRun } from "./runArguments.ts";
import { addServe } from "./serveArguments.ts";
import { isHttpUrl, readServer } from "./serverArguments.ts";
import { addTap } from "./tapArguments.ts";

/** Reads the arguments; never throws. */
export function readArguments(argv: readonly string[]): Arguments {
  const dashes = argv.indexOf("--");
  const own = dashes < 0 ? argv : argv.slice(0, dashes);
  const command = dashes < 0 ? undefined : argv.slice(dashes + 1);
  const [first = "", second] = own;
  if (["--help", "-h", "help"].includes(first) && second === "limits") {
    return { kind: "text", text: limitsHelp() };
  }
  let printed = "";
  let read: Arguments | string = "No command was given.";

  const program = createProgram((text) => {
    printed += text;
  });
  // Declared on the program only, so that it is read in any position.
  const context = (): CommandContext => ({
    command,
    variables: program.opts().env ?? [],
    files: program.opts().config ?? [],
  });
  addFlags(program).action((url: string | undefined, options) => {
    const isWord = url !== undefined && !isHttpUrl(url) && !command;
    const isCommand = isWord && nearestCommand(url, program) !== undefined;
    read = isCommand ? unknownCommand(url, program) : readStart(url, context(), options);
  });
  const setCommand: SetCommand = (name, readCommand, shared = []) => {
    const allowed = ["--env", ...shared];
    const stray = program.options.find(
      (option) =>
        !allowed.includes(option.long ?? "") &&
        program.getOptionValueSource(option.attributeName()) === "cli",
    );
    read = stray ? `${name} has no option ${stray.long}.` : readCommand(context());
  };
  addCommands(program, setCommand);
  program
    .command("completion")
    .description("print the script with which a shell completes commands: bash, zsh or fish")
    .argument("<shell>")
    .argument("[point]")
    .argument("[line]")
    .action((shell: string, point: string | undefined, line: string | undefined) => {
      read = readCompletion(shell, point, line, program);
    });
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
    const [word] = program.args;
    const isCommand = error.code === "commander.excessArguments" && word !== undefined;
    read =
      isCommand && !isHttpUrl(word) && !program.commands.some((each) => each.name() === word)
        ? unknownCommand(word, program)
        : formatMessage(error.message);
  }
  return typeof read === "string" ? { kind: "invalid", reason: read } : read;
}

function addCommands(program: Command, setCommand: SetCommand): void {
  addRequests(program, setCommand);
  addCheck(program, setCommand);
  addConform(program, setCommand);
  addDoctor(program, setCommand);
  addServe(program, setCommand);
  addRun(program, setCommand);
  addEval(program, setCommand);
  addExport(program, setCommand);
  addReplay(program, setCommand);
  addTap(program, setCommand);
}

/** A shell's script, or what may stand at its cursor. */
function readCompletion(
  shell: string,
  point: string | undefined,
  line: string | undefined,
  program: Command,
): Arguments | string {
  const script = completionScripts[shell];
  if (script === undefined) return `completion knows ${Object.keys(completionScripts).join(", ")}.`;
  if (point === undefined || line === undefined) return { kind: "text", text: script };
  const commands = program.commands.map((command) => ({
    name: command.name(),
    options: new Map(command.options.map((option) => [option.long ?? "", option.required])),
  }));
  return { kind: "complete-line", shell, point: Number(point), line, commands };
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
    .configureHelp(helpFormat)
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => {} });
}

/** Says that there is no such command, and which one may have been meant. */
function unknownCommand(word: string, program: Command): string {
  const nearest = nearestCommand(word, program);
  const advice = nearest
    ? `Did you mean ${nearest}?`
    : `See mcp-playground --help. The command of a server goes after --: mcp-playground -- ${word} …`;
  return `There is no command "${word}". ${advice}`;
}

function nearestCommand(word: string, { commands }: Command): string | undefined {
  return nearestName(
    word,
    commands.map((command) => command.name()),
  );
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
