/** Reads the server that a command connects to, and the options for connecting. */
import { type Command, Option } from "commander";
import { parseTarget, type Target } from "../../../shared/config/target.ts";
import {
  capabilityNames,
  type WithheldCapabilities,
} from "../../../shared/protocol/clientCapabilities.ts";
import { isRevision, revisions } from "../../../shared/protocol/revisions.ts";
import { envNeedsCommand, isVariable, readEnvironment } from "../../config/environmentFlag.ts";
import type { NamedServer } from "../../config/serverList.ts";
import { environmentOption, repeatable } from "../flags.ts";
import type { RequestTarget, ServerOptions } from "./commandArguments.ts";
import type { CommandContext } from "./commandContext.ts";

/** One day. With progress, a request may take ten times as long, and timers are limited to 24 days. */
const maxTimeoutSeconds = 86_400;

/**
 * Declares the options of commands that connect to a server.
 * @param timeoutSeconds the timeout of a request by default
 * @param several whether `--server` may be repeated
 */
export function addServerOptions(command: Command, timeoutSeconds = 60, several = false): Command {
  const server = ["--server <name>", "a server of the files that --config names"] as const;
  return command
    .addOption(several ? repeatable(...server) : new Option(...server))
    .option("--revision <revision>", "the protocol revision, or auto", "auto")
    .addOption(repeatable("--header <name: value>", "a header for each HTTP request"))
    .option("--token <token>", "the access token that each HTTP request carries")
    .option("--authorize", "sign in with the browser if the server requires it")
    .option("--record <file>", "write the messages as a recording, with secrets masked")
    .option("--timeout <seconds>", "timeout of a request in seconds", String(timeoutSeconds))
    .option(
      "--capabilities <names>",
      `the client capabilities to declare: all, none, or some of ${capabilityNames.join(",")}`,
    )
    .addOption(environmentOption());
}

/** The options of {@link addServerOptions}, or an error sentence. */
export function readServerOptions(
  options: Readonly<Record<string, unknown>>,
): ServerOptions | string {
  const headers = ((options.header ?? []) as readonly string[]).map((line) =>
    /^([^:\s]+):\s*(.*)$/.exec(line),
  );
  if (headers.includes(null)) return "--header needs a name and a value: --header 'Name: value'.";
  if (/[^\x21-\x7e]/.test(String(options.token ?? "")))
    return "--token needs visible ASCII characters.";
  const revision = String(options.revision);
  if (revision !== "auto" && !isRevision(revision)) {
    return `Unknown revision ${revision}. Known revisions: auto, ${revisions.join(", ")}.`;
  }
  const timeoutSeconds = Number(options.timeout);
  if (!(timeoutSeconds > 0 && timeoutSeconds <= maxTimeoutSeconds)) {
    return `--timeout needs a number of seconds, at most ${maxTimeoutSeconds}.`;
  }
  const withheld = readWithheld(options.capabilities);
  if (typeof withheld === "string") return withheld;
  return {
    revision,
    withheld,
    headers: [
      ...(options.token === undefined
        ? []
        : [["Authorization", `Bearer ${options.token}`] as const]),
      ...headers.map((match) => [match?.[1] ?? "", match?.[2] ?? ""] as const),
    ],
    isSignInWanted: options.authorize === true,
    recordPath: typeof options.record === "string" ? options.record : undefined,
    timeoutSeconds,
  };
}

/** The capabilities that are not in a list of names, or an error sentence. */
function readWithheld(list: unknown): WithheldCapabilities | undefined | string {
  if (list === undefined) return undefined;
  const names = String(list) === "none" ? [] : String(list).split(",");
  if (names[0] === "all") return [];
  const unknown = names.find((name) => !capabilityNames.some((each) => each === name));
  return unknown === undefined
    ? capabilityNames.filter((name) => !names.includes(name))
    : `Unknown capability ${unknown}. Known are all, none, ${capabilityNames.join(", ")}.`;
}

/** The server that requests are sent to and its options, or an error sentence. */
export function readTarget(
  word: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): (ServerOptions & { readonly target: RequestTarget }) | string {
  const target = readRequestTarget(word, options.server, context);
  if (typeof target === "string") return target;
  const server = readServerOptions(options);
  return typeof server === "string" ? server : { target, ...server };
}

/**
 * The server that requests are sent to, or an error sentence.
 * @param word a URL, or the name of a server of the files that `--config` names
 * @param name the value of `--server`
 */
export function readRequestTarget(
  word: string | undefined,
  name: unknown,
  context: CommandContext,
): RequestTarget | string {
  const { command, files, variables } = context;
  if (name !== undefined && (word !== undefined || command)) {
    return "Give either --server, or a URL or a command after --.";
  }
  if (command || (word !== undefined && (files.length === 0 || isHttpUrl(word)))) {
    return readLiveServer(word, context);
  }
  if (files.length === 0) {
    return name === undefined
      ? "Give the server: a URL, a command after --, or --server <name> with --config <file>."
      : "--server needs the file that names it: --config <file>.";
  }
  if (variables.length > 0) return envNeedsCommand;
  const wanted = word ?? (name === undefined ? undefined : String(name));
  return { kind: "configured", name: wanted, files };
}

type ServerWords = Pick<CommandContext, "command" | "variables">;

/** The server that a command connects to, or an error sentence. A URL may also come after `--`. */
function readLiveServer(
  url: string | undefined,
  { command, variables }: ServerWords,
): Target | string {
  const [only, ...more] = command ?? [];
  const isUrl = only !== undefined && more.length === 0 && /^https?:\/\//i.test(only);
  const server =
    isUrl && url === undefined
      ? readServer(only, { command: undefined, variables })
      : readServer(url, { command, variables });
  if (typeof server === "string" || server.kind === "stdio") return server;
  const parsed = parseTarget(server.url);
  return parsed.kind === "target" ? parsed.target : `"${server.url}" is not an http(s) URL.`;
}

/** The server to connect to, or an error sentence. */
export function readServer(
  url: string | undefined,
  { command, variables }: ServerWords,
): NamedServer | string {
  if (command) {
    const first = command.findIndex((word) => !isVariable(word));
    const assignments = first < 0 ? command : command.slice(0, first);
    const [program, ...args] = command.slice(assignments.length);
    const env = readEnvironment(variables, assignments);
    if (typeof env === "string") return env;
    if (url !== undefined) return "Give either a URL or a command after --, not both.";
    if (!program) return "After --, give the command of a stdio server.";
    return { kind: "stdio", command: program, args, ...env };
  }
  if (variables.length > 0) return envNeedsCommand;
  if (url === undefined) return "Give a URL, or a command after --.";
  return isHttpUrl(url)
    ? { kind: "http", url }
    : `"${url}" is not an http(s) URL. A command goes after --: mcp-playground -- ${url}`;
}

/** Whether a word is an http(s) URL. */
export function isHttpUrl(word: string): boolean {
  return /^https?:\/\//i.test(word) && URL.canParse(word);
}

/** Returns the error for a subcommand that reads a file if a server's command or its environment is given. */
export const rejectCommand = (
  name: string,
  { command, variables }: CommandContext,
): string | undefined => {
  if (command) return `${name} takes the file of a recording, not a command.`;
  return variables.length > 0 ? envNeedsCommand : undefined;
};
