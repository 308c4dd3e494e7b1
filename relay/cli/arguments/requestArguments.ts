/** The arguments of the commands that send one request: `list`, `call`, `read`, `prompt`, `complete`, `ping`. */
import type { Command } from "commander";
import type { Arguments, OutputFormat, RequestCommand } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { addServerOptions, isHttpUrl, readTarget } from "./serverArguments.ts";

/** What `list` takes. */
export const listNames = ["tools", "resources", "templates", "prompts", "all"] as const;

interface RequestHelp {
  readonly description: string;
  /** The words before the server, as the help shows them. */
  readonly words: string;
  /** How many words are needed, and how many there may be. */
  readonly count: readonly [least: number, most: number];
  readonly takesJson?: boolean;
  readonly takesFile?: boolean;
}

const many = Number.POSITIVE_INFINITY;

const commands: Readonly<Record<RequestCommand, RequestHelp>> = {
  list: {
    description: `list what a server offers: ${listNames.join(", ")}`,
    words: "[what]",
    count: [0, 1],
  },
  call: {
    description: "call a tool",
    words: "<tool> [name=value…]",
    count: [1, many],
    takesJson: true,
    takesFile: true,
  },
  read: {
    description: "read a resource, or a resource template with values for its variables",
    words: "<uri> [name=value…]",
    count: [1, many],
    takesFile: true,
  },
  prompt: {
    description: "get a prompt",
    words: "<prompt> [name=value…]",
    count: [1, many],
    takesJson: true,
    takesFile: true,
  },
  complete: {
    description: "complete an argument of a prompt, or a variable of a resource template",
    words: "<prompt or template> <name=beginning> [name=value…]",
    count: [2, many],
  },
  ping: { description: "measure how fast a server answers", words: "", count: [0, 0] },
};

const formats: readonly OutputFormat[] = ["text", "json", "raw"];

export function addRequests(program: Command, setCommand: SetCommand): void {
  for (const [name, help] of Object.entries(commands) as [RequestCommand, RequestHelp][]) {
    const command = program
      .command(name)
      .description(help.description)
      .usage(`${help.words} [options] [url | -- command args…]`.trimStart())
      .argument("[words...]");
    if (help.takesJson) {
      command.option(
        "--json <arguments>",
        "the arguments as a JSON object; - reads standard input",
      );
    }
    command.option("--output <format>", formats.join(", "), "text");
    if (help.takesFile)
      command.option("--save <file>", "write the content of the answer to a file");
    if (name === "call" || name === "prompt" || name === "read") {
      command.option(
        "--answers <file>",
        "answer sampling and elicitation by rules that the page has exported",
      );
    }
    addServerOptions(command).action((words: readonly string[], options) =>
      setCommand(name, (context) => readRequest(name, words, options, context), ["--config"]),
    );
  }
}

function readRequest(
  command: RequestCommand,
  given: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  // a URL may be any of the words, unless the server is given in another way
  const isGiven = context.command || options.server !== undefined || context.files.length > 0;
  const at = isGiven ? -1 : given.findIndex(isHttpUrl);
  const server = readTarget(given[at], options, context);
  if (typeof server === "string") return server;
  const words = at < 0 ? given : given.toSpliced(at, 1);
  const { count, words: expected } = commands[command];
  if (words.length < count[0] || words.length > count[1]) {
    return `${command} needs ${expected === "" ? "no words" : expected}. See mcp-playground ${command} --help.`;
  }
  const [word] = words;
  if (command === "list" && word !== undefined && !listNames.some((name) => name === word)) {
    return `list knows ${listNames.join(", ")}.`;
  }
  const output = formats.find((format) => format === options.output);
  if (!output) return `--output needs one of ${formats.join(", ")}.`;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return {
    kind: "request",
    command,
    words,
    ...server,
    output,
    argumentsText: text(options.json),
    answersPath: text(options.answers),
    savePath: text(options.save),
  };
}
