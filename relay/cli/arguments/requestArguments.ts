/** The arguments of the commands that send one request: `list`, `call`, `read`, `prompt`, `complete`, `poll`, `ping`, `make`. */
import { Command, Option } from "@commander-js/extra-typings";
import { eventsDraft } from "../../../shared/protocol/drafts/eventsDraft.ts";
import { CommandError } from "../exitCode.ts";
import type { CommandLine } from "./commandContext.ts";
import { addOptions, nameReader } from "./optionGroups.ts";
import { isHttpUrl, readTarget, serverOptions } from "./serverArguments.ts";

/** What `make` takes. */
export const documentNames = ["card", "server.json"] as const;

/** What `list` takes. */
export const listNames = [
  "skills",
  "tools",
  "resources",
  "templates",
  "prompts",
  "events",
  "all",
] as const;

interface RequestHelp {
  readonly description: string;
  /** The words before the server, as the help shows them. */
  readonly words: string;
  /** How many words are needed, and how many there may be. */
  readonly count: readonly [least: number, most: number];
  readonly takesJson?: boolean;
  readonly takesFile?: boolean;
  readonly takesCursor?: boolean;
}

const many = Number.POSITIVE_INFINITY;

const commands = {
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
  poll: {
    description: `poll a server once for events (draft of ${eventsDraft.date}): --cursor continues after an earlier poll`,
    words: "<event type> [name=value…]",
    count: [1, many],
    takesJson: true,
    takesCursor: true,
  },
  ping: { description: "measure how fast a server answers", words: "", count: [0, 0] },
  make: {
    description:
      "print a server card, or a server.json for a registry, made from what a server says and from package.json here",
    words: "<card | server.json>",
    count: [1, 1],
  },
} as const satisfies Readonly<Record<string, RequestHelp>>;

export type RequestCommand = keyof typeof commands;

/** `raw` is the JSON as received, `json` is formatted. */
const formats = ["text", "json", "raw"] as const;

export type RequestArguments = ReturnType<ReturnType<typeof addRequest>>;

export function addRequests(line: CommandLine): void {
  for (const name of Object.keys(commands) as RequestCommand[]) addRequest(line, name);
}

function addRequest({ program, on }: CommandLine, command: RequestCommand) {
  const help: RequestHelp = commands[command];
  const { takesJson = false, takesFile = false, takesCursor = false } = help;
  const plain = program
    .command(command)
    .description(help.description)
    .usage(`${help.words} [options] [url | -- command args…]`.trimStart())
    .argument("[words...]");
  const withCursor = addOptions(plain, cursorOption(), takesCursor);
  const withJson = addOptions(withCursor, jsonOption(), takesJson).addOption(
    new Option("--output <format>", formats.join(", "))
      .argParser(nameReader("--output", formats))
      .default("text"),
  );
  const declared = addOptions(addOptions(withJson, fileOptions(), takesFile), serverOptions());
  return on(declared, (options, context, given) => {
    const { server, json, output, save, answers, cursor } = options;
    // a URL may be any of the words, unless the server is given in another way
    const isGiven = context.command || server !== undefined || context.files.length > 0;
    const at = isGiven ? -1 : given.findIndex(isHttpUrl);
    const target = readTarget(given[at], options, context);
    const words = at < 0 ? given : given.toSpliced(at, 1);
    const { count, words: expected } = help;
    if (words.length < count[0] || words.length > count[1]) {
      throw new CommandError(
        `${command} needs ${expected === "" ? "no words" : expected}. See mcp-playground ${command} --help.`,
      );
    }
    const [word] = words;
    if (command === "list" && word !== undefined && !listNames.some((name) => name === word)) {
      throw new CommandError(`list knows ${listNames.join(", ")}.`);
    }
    if (command === "make" && !documentNames.some((name) => name === word)) {
      throw new CommandError(`make knows ${documentNames.join(" and ")}.`);
    }
    const own = { json, output, save, answers, cursor };
    return { kind: "request" as const, command, words, ...target, ...own };
  });
}

function cursorOption() {
  return new Command().option(
    "--cursor <cursor>",
    "the cursor of an earlier answer; without it, the server answers with the cursor of now",
  );
}

function jsonOption() {
  return new Command().option(
    "--json <arguments>",
    "the arguments as a JSON object; - reads standard input",
  );
}

function fileOptions() {
  return new Command()
    .option("--save <file>", "write the content of the answer to a file")
    .option(
      "--answers <file>",
      "answer sampling and elicitation by rules that the page has exported",
    );
}
