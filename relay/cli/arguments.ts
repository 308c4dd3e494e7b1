/** Parses the command line of `mcp-playground`. */
import { Command, CommanderError, Help } from "commander";
import { exportFormats, isExportFormat } from "../../shared/recording/export/exportRecording.ts";
import { envNeedsCommand, isAssignment, readEnvironment } from "../config/environmentFlag.ts";
import type { NamedServer } from "../config/serverList.ts";
import { version } from "../thisPackage.ts";
import type {
  CheckArguments,
  CheckTarget,
  ExportArguments,
  ReplayArguments,
  RunArguments,
  StandInArguments,
} from "./commandArguments.ts";
import { addFlags, environmentOption, environmentPrefix, type Flags, flagsOf } from "./flags.ts";

export type Arguments =
  /** Text to print, such as the help. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "start"; readonly server: NamedServer | undefined; readonly flags: Flags }
  | { readonly kind: "open"; readonly link: string; readonly flags: Flags }
  | CheckArguments
  | StandInArguments
  | ExportArguments
  | RunArguments
  | ReplayArguments
  /** Invalid arguments; `reason` says what is wrong and what may have been meant. */
  | { readonly kind: "wrong"; readonly reason: string };

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
  let read: Arguments = wrong("No command was given.");

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
      writeOut: (text) => {
        printed += text;
      },
      writeErr: () => {},
      getOutHelpWidth: () => 100,
    });
  // Declared on the program only, so that it is read in any position.
  const variables = (): readonly string[] => program.opts().env ?? [];
  addFlags(program).action((url: string | undefined, options) => {
    read = readStart(url, command, flagsOf(options), variables());
  });

  const only = (name: string, act: () => Arguments) => {
    const stray = program.options.find(
      (option) =>
        option.long !== "--env" && program.getOptionValueSource(option.attributeName()) === "cli",
    );
    return stray ? wrong(`${name} has no option ${stray.long}.`) : act();
  };
  program
    .command("check")
    .description(
      "check the messages of a server, or of a recording, against the specification, without a page",
    )
    .usage("[options] <url | recording | -- command args…>")
    .argument(
      "[target]",
      "a URL, or the file of a recording: its messages are checked, or its server if it has none",
    )
    .option("--revision <revision>", "the protocol revision, or auto", "auto")
    .option("--header <name: value>", "a header for each HTTP request; may be repeated", collect)
    .option("--timeout <seconds>", "timeout of a request in seconds", "60")
    .option("--json", "print the findings as JSON")
    .addOption(environmentOption())
    .action((target: string | undefined, options) => {
      read = only("check", () => readCheck(target, command, options, variables()));
    });
  program
    .command("serve")
    .description("serve a recording as an MCP server, over stdio or Streamable HTTP")
    .usage("[options] <recording>")
    .argument("<recording>", "the file of a recording with messages")
    .option(
      "--http <port>",
      "serve Streamable HTTP at this port of the loopback address; 0 for any",
    )
    .option("--strict", "answer requests with the recorded params only (default)")
    .option("--lenient", "answer requests with the recorded method and name or URI")
    .action((path: string, options) => {
      read = only("serve", () => readStandIn(path, command, options, variables()));
    });
  program
    .command("run")
    .description("run the saved calls of a collection on a server, and check their assertions")
    .usage("[options] <collection> <url | -- command args…>")
    .argument("<collection>", "the file of a collection, see docs/collections.md")
    .argument("[url]", "the server")
    .option("--environment <name>", "the environment of the collection; its secrets are read here")
    .option("--var <name=value>", "the value of a variable; may be repeated", collect)
    .option("--junit <file>", "write the results as JUnit XML")
    .option("--revision <revision>", "the protocol revision, or auto", "auto")
    .option("--header <name: value>", "a header for each HTTP request; may be repeated", collect)
    .option("--timeout <seconds>", "timeout of a request in seconds", "60")
    .addOption(environmentOption())
    .action((path: string, url: string | undefined, options) => {
      read = only("run", () => readRun(path, url, command, options, variables()));
    });
  program
    .command("export")
    .description("write a recording in another format, with its secrets masked")
    .usage("[options] <recording>")
    .argument("<recording>", "the file of a recording")
    .requiredOption("--format <format>", exportFormats.join(", "))
    .option("--out <file>", "the file to write; standard output by default")
    .action((path: string, options) => {
      read = only("export", () => readExport(path, command, options, variables()));
    });
  program
    .command("replay")
    .description(
      "send the requests of a recording to a server again, and print what it answers differently",
    )
    .usage("[options] <recording> <url | -- command args…>")
    .argument("<recording>", "the file of a recording with messages")
    .argument("[url]", "the server")
    .option(
      "--rules <file>",
      "what differs from call to call: JSON Pointers and ~expressions~, one a line",
    )
    .option("--from <number>", "the first request", "1")
    .option("--to <number>", "the last request")
    .option("--allow-destructive", "call tools too that may change something, by their annotations")
    .option("--revision <revision>", "the protocol revision, or auto", "auto")
    .option("--header <name: value>", "a header for each HTTP request; may be repeated", collect)
    .option("--timeout <seconds>", "timeout of a request in seconds", "60")
    .option("--json", "print the differences as JSON")
    .addOption(environmentOption())
    .action((path: string, url: string | undefined, options) => {
      read = only("replay", () => readReplay(path, url, command, options, variables()));
    });
  program
    .command("open")
    .description(
      "serve the page with the session of a shared link; no server is contacted before you agree",
    )
    .usage("[options] <link>")
    .argument("<link>", "a link of any playground, or the part after its #")
    .action((link: string) => {
      if (command) read = wrong("open takes a link, not a command.");
      else if (variables().length > 0) read = wrong(envNeedsCommand);
      else read = { kind: "open", link, flags: flagsOf(program.opts()) };
    });

  try {
    program.parse(own, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "text", text: printed };
    return wrong(formatMessage(error.message));
  }
  return read;
}

function readStart(
  url: string | undefined,
  command: readonly string[] | undefined,
  flags: Flags,
  variables: readonly string[],
): Arguments {
  if (url === undefined && !command) {
    return variables.length > 0
      ? wrong(envNeedsCommand)
      : { kind: "start", server: undefined, flags };
  }
  const server = serverOf(url, command, variables);
  return typeof server === "string" ? wrong(server) : { kind: "start", server, flags };
}

/** One day. With progress, a request may take ten times as long, and timers are limited to 24 days. */
const longestTimeoutSeconds = 86_400;

function readCheck(
  target: string | undefined,
  command: readonly string[] | undefined,
  options: Readonly<Record<string, unknown>>,
  variables: readonly string[],
): Arguments {
  const isFile = target !== undefined && !/^[a-z][a-z0-9+.-]*:\/\//i.test(target);
  const found: CheckTarget | string =
    isFile && !command ? fileOf(target, variables) : serverOf(target, command, variables);
  if (typeof found === "string") return wrong(found);
  const shared = readServerOptions(options);
  if (typeof shared === "string") return wrong(shared);
  return { kind: "check", target: found, ...shared };
}

/** The options of commands that connect to a server, or an error sentence. */
function readServerOptions(options: Readonly<Record<string, unknown>>) {
  const headers = ((options.header ?? []) as readonly string[]).map((line) =>
    /^([^:\s]+):\s*(.*)$/.exec(line),
  );
  if (headers.includes(null)) return "--header needs a name and a value: --header 'Name: value'.";
  const timeoutSeconds = Number(options.timeout);
  if (!(timeoutSeconds > 0 && timeoutSeconds <= longestTimeoutSeconds)) {
    return `--timeout needs a number of seconds, at most ${longestTimeoutSeconds}.`;
  }
  return {
    revision: String(options.revision),
    headers: headers.map((match) => [match?.[1] ?? "", match?.[2] ?? ""] as const),
    isJson: options.json === true,
    timeoutSeconds,
  };
}

function readReplay(
  path: string,
  url: string | undefined,
  command: readonly string[] | undefined,
  options: Readonly<Record<string, unknown>>,
  variables: readonly string[],
): Arguments {
  const target = liveServer(url, command, variables);
  if (typeof target === "string") return wrong(target);
  const shared = readServerOptions(options);
  if (typeof shared === "string") return wrong(shared);
  const from = Number(options.from);
  const to = options.to === undefined ? Number.MAX_SAFE_INTEGER : Number(options.to);
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || to < from) {
    return wrong("--from and --to need the numbers of requests: 1 is the first.");
  }
  return {
    kind: "replay",
    path,
    target,
    ...shared,
    rulesPath: typeof options.rules === "string" ? options.rules : undefined,
    from,
    to,
    isDestructiveAllowed: options.allowDestructive === true,
  };
}

function readStandIn(
  path: string,
  command: readonly string[] | undefined,
  { http, strict, lenient }: Readonly<Record<string, unknown>>,
  variables: readonly string[],
): Arguments {
  if (command) return wrong("serve takes the file of a recording, not a command.");
  if (variables.length > 0) return wrong(envNeedsCommand);
  if (strict && lenient) return wrong("Give either --strict or --lenient, not both.");
  const port = http === undefined ? undefined : Number(http);
  if (port !== undefined && !(/^\d{1,5}$/.test(String(http)) && port < 65_536)) {
    return wrong("--http needs a port: a number from 0 to 65535.");
  }
  return { kind: "stand-in", path, port, mode: lenient ? "lenient" : "strict" };
}

function readRun(
  path: string,
  url: string | undefined,
  command: readonly string[] | undefined,
  options: Readonly<Record<string, unknown>>,
  variables: readonly string[],
): Arguments {
  const target = liveServer(url, command, variables);
  if (typeof target === "string") return wrong(target);
  const shared = readServerOptions(options);
  if (typeof shared === "string") return wrong(shared);
  const { revision, headers, timeoutSeconds } = shared;
  const given = ((options.var ?? []) as readonly string[]).map((text) =>
    /^([A-Za-z_][\w.-]{0,63})=(.*)$/s.exec(text),
  );
  if (given.includes(null)) return wrong("--var needs a name and a value: --var name=value.");
  return {
    kind: "run",
    path,
    target,
    revision,
    headers,
    timeoutSeconds,
    environmentName: typeof options.environment === "string" ? options.environment : undefined,
    variables: given.map((match) => [match?.[1] ?? "", match?.[2] ?? ""]),
    junitPath: typeof options.junit === "string" ? options.junit : undefined,
  };
}

/** The server that requests are sent to, or an error sentence. A URL may also come after --. */
function liveServer(
  url: string | undefined,
  command: readonly string[] | undefined,
  variables: readonly string[],
): NamedServer | string {
  if (url === undefined && !command) return "Give the server: a URL, or a command after --.";
  const [only, ...more] = command ?? [];
  const isUrl = only !== undefined && more.length === 0 && /^https?:\/\//i.test(only);
  return isUrl && url === undefined
    ? serverOf(only, undefined, variables)
    : serverOf(url, command, variables);
}

function readExport(
  path: string,
  command: readonly string[] | undefined,
  { format, out }: Readonly<Record<string, unknown>>,
  variables: readonly string[],
): Arguments {
  if (command) return wrong("export takes the file of a recording, not a command.");
  if (variables.length > 0) return wrong(envNeedsCommand);
  const name = String(format);
  if (!isExportFormat(name)) return wrong(`--format needs one of ${exportFormats.join(", ")}.`);
  return { kind: "export", path, format: name, out: out === undefined ? undefined : String(out) };
}

function fileOf(path: string, variables: readonly string[]): CheckTarget | string {
  const env = readEnvironment(variables, []);
  return typeof env === "string" ? env : { kind: "file", path, ...env };
}

/** The server to connect to, or an error sentence. */
function serverOf(
  url: string | undefined,
  command: readonly string[] | undefined,
  variables: readonly string[],
): NamedServer | string {
  if (command) {
    const first = command.findIndex((word) => !isAssignment(word));
    const assignments = first < 0 ? command : command.slice(0, first);
    const [program, ...args] = command.slice(assignments.length);
    const env = readEnvironment(variables, assignments);
    if (typeof env === "string") return env;
    if (url !== undefined) return "Give either a URL or a command after --, not both.";
    if (!program) return "After --, give the command of a stdio server.";
    return { kind: "stdio", command: program, args, ...env };
  }
  if (variables.length > 0) return envNeedsCommand;
  if (url === undefined) return "Give a URL, the file of a recording, or a command after --.";
  const isHttp = /^https?:\/\//i.test(url) && URL.canParse(url);
  return isHttp
    ? { kind: "http", url }
    : `"${url}" is not an http(s) URL. A command goes after --: mcp-playground -- ${url}`;
}

/** Rewrites commander's message as a sentence. */
function formatMessage(message: string): string {
  const [what = "", ...more] = message.replace(/^error: /, "").split("\n");
  const hint = more.join(" ").replace(/^\((.*)\)$/, "$1");
  const end = /[.?!]$/.test(what) ? "" : ".";
  const advice = hint || (/^unknown/.test(what) ? "See mcp-playground --help." : "");
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${end}${advice ? ` ${advice}` : ""}`;
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function wrong(reason: string): Arguments {
  return { kind: "wrong", reason };
}
