/** Reads the server that a command connects to, and the options for connecting. */
import { Command, Option } from "@commander-js/extra-typings";
import { isTraceparent, isTracestate } from "../../../shared/client/traceContext.ts";
import { parseTarget, type Target } from "../../../shared/config/target.ts";
import {
  capabilityNames,
  isExtensionsText,
  type WithheldCapabilities,
} from "../../../shared/protocol/clientCapabilities.ts";
import type { Header } from "../../../shared/protocol/headers.ts";
import { isRevision, revisions } from "../../../shared/protocol/revisions.ts";
import { envNeedsCommand, isVariable, readEnvironment } from "../../config/environmentFlag.ts";
import type { NamedServer } from "../../config/serverList.ts";
import { CommandError } from "../exitCode.ts";
import { environmentOption } from "../flags.ts";
import type { CommandContext } from "./commandContext.ts";
import { numberReader, repeatable, type ValuesOf } from "./optionGroups.ts";

/** A server of configuration files. */
export interface ConfiguredTarget {
  readonly kind: "configured";
  /** Undefined for the only one. */
  readonly name: string | undefined;
  readonly files: readonly string[];
}

export type RequestTarget = Target | ConfiguredTarget;

/** One day. With progress, a request may take ten times as long, and timers are limited to 24 days. */
const maxTimeoutSeconds = 86_400;

/**
 * Declares the options of commands that connect to a server.
 * @param seconds the timeout of a request by default
 * @param several whether `--server` may be repeated
 */
export function serverOptions(seconds = 60, several = false) {
  const server = repeatable("--server <name>", "a server of the files that --config names");
  if (!several) server.description = server.description.replace("; may be repeated", "");
  return new Command()
    .addOption(server)
    .addOption(
      new Option("--revision <revision>", "the protocol revision, or auto")
        .argParser(readRevision)
        .default("auto"),
    )
    .addOption(repeatable("--header <name: value>", "a header for each HTTP request"))
    .addOption(
      new Option("--token <token>", "the access token that each HTTP request carries").argParser(
        readToken,
      ),
    )
    .option("--authorize", "sign in with the browser if the server requires it")
    .option("--record <file>", "write the messages as a recording, with secrets masked")
    .addOption(
      new Option("--timeout <seconds>", "timeout of a request in seconds")
        .argParser(
          numberReader(
            (value) => value > 0 && value <= maxTimeoutSeconds,
            `--timeout needs a number of seconds, at most ${maxTimeoutSeconds}.`,
          ),
        )
        .default(seconds, `"${seconds}"`),
    )
    .addOption(
      new Option(
        "--capabilities <names>",
        `the client capabilities to declare: all, none, or some of ${capabilityNames.join(",")}`,
      ).argParser(readWithheld),
    )
    .addOption(
      new Option(
        "--extensions <json>",
        "extensions to declare, as a JSON object of their settings by name",
      ).argParser(readExtensions),
    )
    .addOption(
      new Option(
        "--traceparent <auto | value>",
        "send a W3C trace context in _meta of each request; auto starts a trace",
      ).argParser(readTraceparent),
    )
    .addOption(
      new Option("--tracestate <list>", "the tracestate that goes with it").argParser(
        readTracestate,
      ),
    )
    .option("--as <client>", "declare what a known client declares, such as cursor")
    .addOption(environmentOption());
}

type ServerValues = ValuesOf<typeof serverOptions>;

function readRevision(revision: string): string {
  if (revision === "auto" || isRevision(revision)) return revision;
  throw new CommandError(
    `Unknown revision ${revision}. Known revisions: auto, ${revisions.join(", ")}.`,
  );
}

function readToken(token: string): string {
  if (!/[^\x21-\x7e]/.test(token)) return token;
  throw new CommandError("--token needs visible ASCII characters.");
}

function readExtensions(text: string): string {
  if (isExtensionsText(text)) return text;
  throw new CommandError(
    "--extensions needs a JSON object of objects: --extensions '{\"com.example/x\":{}}'.",
  );
}

function readTraceparent(text: string): string {
  if (text === "auto" || isTraceparent(text)) return text;
  throw new CommandError("--traceparent needs auto, or 00-<32 hex digits>-<16>-<2>.");
}

function readTracestate(text: string): string {
  if (isTracestate(text)) return text;
  throw new CommandError("--tracestate needs a list such as vendor=value,other=value.");
}

/** The capabilities that are not in a list of names. */
function readWithheld(list: string): WithheldCapabilities {
  const names = list === "none" ? [] : list.split(",");
  if (names[0] === "all") return [];
  const unknown = names.find((name) => !capabilityNames.some((each) => each === name));
  if (unknown === undefined) return capabilityNames.filter((name) => !names.includes(name));
  throw new CommandError(
    `Unknown capability ${unknown}. Known are all, none, ${capabilityNames.join(", ")}.`,
  );
}

/** What the options say about connecting. */
export type ServerOptions = ReturnType<typeof readServerOptions>;

/** @throws CommandError if a header is none */
export function readServerOptions(options: ServerValues) {
  const {
    revision,
    timeout,
    authorize = false,
    record,
    capabilities,
    as,
    token,
    header = [],
    extensions,
    traceparent,
    tracestate = "",
  } = options;
  if (as !== undefined && capabilities !== undefined) {
    throw new CommandError("--as says which capabilities are declared: leave --capabilities out.");
  }
  if (as !== undefined && extensions !== undefined) {
    throw new CommandError("--as says which extensions are declared: leave --extensions out.");
  }
  if (tracestate !== "" && traceparent === undefined) {
    throw new CommandError("--tracestate needs --traceparent.");
  }
  const given = header.map((line): Header => {
    const [, name, value = ""] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) return [name, value];
    throw new CommandError("--header needs a name and a value: --header 'Name: value'.");
  });
  const bearer: Header[] = token === undefined ? [] : [["Authorization", `Bearer ${token}`]];
  const headers: readonly Header[] = [...bearer, ...given];
  return {
    revision,
    timeoutMs: timeout * 1000,
    authorize,
    record,
    withheld: capabilities,
    as,
    headers,
    extensions,
    trace: traceparent === undefined ? undefined : { parent: traceparent, state: tracestate },
  };
}

/**
 * The server that requests are sent to, and the options for connecting.
 * @throws CommandError
 */
export function readTarget(
  word: string | undefined,
  options: ServerValues,
  context: CommandContext,
) {
  const target = readRequestTarget(word, options.server?.at(-1), context);
  return { target, ...readServerOptions(options) };
}

/**
 * The server that requests are sent to.
 * @param word a URL, or the name of a server of the files that `--config` names
 * @param name the value of `--server`
 * @throws CommandError
 */
export function readRequestTarget(
  word: string | undefined,
  name: string | undefined,
  context: CommandContext,
): RequestTarget {
  const { command, files, variables } = context;
  if (name !== undefined && (word !== undefined || command)) {
    throw new CommandError("Give either --server, or a URL or a command after --.");
  }
  if (command || (word !== undefined && (files.length === 0 || isHttpUrl(word)))) {
    return readLiveServer(word, context);
  }
  if (files.length === 0) {
    throw new CommandError(
      name === undefined
        ? "Give the server: a URL, a command after --, or --server <name> with --config <file>."
        : "--server needs the file that names it: --config <file>.",
    );
  }
  if (variables.length > 0) throw new CommandError(envNeedsCommand);
  return { kind: "configured", name: word ?? name, files };
}

type ServerWords = Pick<CommandContext, "command" | "variables">;

/** The server that a command connects to. A URL may also come after `--`. */
function readLiveServer(url: string | undefined, { command, variables }: ServerWords): Target {
  const [only, ...more] = command ?? [];
  const isUrl = only !== undefined && more.length === 0 && /^https?:\/\//i.test(only);
  const server =
    isUrl && url === undefined
      ? readServer(only, { command: undefined, variables })
      : readServer(url, { command, variables });
  if (server.kind === "stdio") return server;
  const parsed = parseTarget(server.url);
  if (parsed.kind === "target") return parsed.target;
  throw new CommandError(`"${server.url}" is not an http(s) URL.`);
}

/**
 * The server to connect to.
 * @throws CommandError
 */
export function readServer(
  url: string | undefined,
  { command, variables }: ServerWords,
): NamedServer {
  if (command) {
    const first = command.findIndex((word) => !isVariable(word));
    const assignments = first < 0 ? command : command.slice(0, first);
    const [program, ...args] = command.slice(assignments.length);
    const env = readEnvironment(variables, assignments);
    if (typeof env === "string") throw new CommandError(env);
    if (url !== undefined)
      throw new CommandError("Give either a URL or a command after --, not both.");
    if (!program) throw new CommandError("After --, give the command of a stdio server.");
    return { kind: "stdio", command: program, args, ...env };
  }
  if (variables.length > 0) throw new CommandError(envNeedsCommand);
  if (url === undefined) throw new CommandError("Give a URL, or a command after --.");
  if (isHttpUrl(url)) return { kind: "http", url };
  throw new CommandError(
    `"${url}" is not an http(s) URL. A command goes after --: mcp-playground -- ${url}`,
  );
}

/** Whether a word is an http(s) URL. */
export function isHttpUrl(word: string): boolean {
  return /^https?:\/\//i.test(word) && URL.canParse(word);
}

/** @throws CommandError if a subcommand that reads a file is given a server's command or its environment */
export function rejectCommand(name: string, { command, variables }: CommandContext): void {
  if (command) throw new CommandError(`${name} takes the file of a recording, not a command.`);
  if (variables.length > 0) throw new CommandError(envNeedsCommand);
}
