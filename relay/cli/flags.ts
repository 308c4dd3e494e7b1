/** Declares and reads the options of a relay. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { LogLevel } from "../logger.ts";
import { defaultLimits, type RelayLimits } from "../relayLimits.ts";
import type { ForwardMode, MetricsAddress } from "../relayOptions.ts";
import { flagOf, limitDescriptions, rangeOf } from "./limitFlags.ts";

/** The values of the options; undefined if not given. */
export interface Flags {
  readonly config: readonly string[];
  readonly open: boolean;
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly publicUrl: string | undefined;
  readonly appsOrigin: string | undefined;
  readonly allowOrigin: readonly string[];
  readonly trustProxy: string | undefined;
  /** May hold a password. */
  readonly store: string | undefined;
  readonly forward: ForwardMode | undefined;
  readonly stdio: boolean | undefined;
  readonly blobs: boolean | undefined;
  readonly metrics: MetricsAddress | undefined;
  readonly logFormat: "text" | "json";
  readonly logLevel: LogLevel;
  readonly limits: Partial<RelayLimits>;
}

const headings = {
  servers: "Servers:",
  serving: "Serving:",
  public: "Public relay:",
  log: "Log (on standard error):",
};

export const limitsHeading = "Limits:";

/** Options with a value can also be set in the environment: `--port` as `MCP_PLAYGROUND_PORT`. */
export const environmentPrefix = "MCP_PLAYGROUND_";

/** Adds the options of a relay to a command. */
export function addFlags(command: Command): Command {
  const add = (heading: string, option: Option) => {
    const name = option.name().replaceAll("-", "_").toUpperCase();
    // A variable for a switch would turn it on, even with the value 0 or false.
    const isMirrored = !option.isBoolean();
    command.addOption(
      (isMirrored ? option.env(environmentPrefix + name) : option).helpGroup(heading),
    );
  };
  const { servers, serving, log } = headings;

  add(
    servers,
    repeatable("--config <file>", "offer the servers of this file in the page, see below"),
  );
  command.addOption(environmentOption().helpGroup(servers));

  add(
    serving,
    new Option("--port <number>", "the port (default: 6280, or the next free one)").argParser(
      readPort,
    ),
  );
  add(serving, new Option("--no-open", "do not open a browser"));
  add(
    serving,
    repeatable("--allow-origin <origin>", "allow pages of this origin to use the relay"),
  );
  add(
    serving,
    new Option("--stdio", "let pages start processes (default: unless --public-url is set)"),
  );
  add(serving, new Option("--no-stdio", "start no processes"));
  add(
    serving,
    new Option(
      "--forward <where>",
      "where pages may send HTTP through the relay (default: private, off with --public-url)",
    ).choices(["private", "public", "off"]),
  );
  add(
    serving,
    new Option(
      "--store <where>",
      "where to store data: a file, or redis://… (default: a file in the user's state folder)",
    ),
  );

  add(
    serving,
    new Option("--blobs", "store encrypted recordings for links (default: only with --public-url)"),
  );
  add(serving, new Option("--no-blobs", "store no recordings"));

  const many = headings.public;
  add(many, new Option("--host <address>", "the address to listen on (default: loopback)"));
  add(many, new Option("--public-url <url>", "the URL at which users open the page"));
  add(
    many,
    new Option("--apps-origin <origin>", "where apps run, such as https://*.apps.example.com"),
  );
  add(many, new Option("--trust-proxy <proxies>", "proxies whose X-Forwarded-For is trusted"));
  add(
    many,
    new Option("--metrics <host:port>", "a separate address for metrics").argParser(readAddress),
  );

  add(
    log,
    new Option("--log-format <format>", "plain text, or JSON lines")
      .choices(["text", "json"])
      .default("text"),
  );
  add(
    log,
    new Option("--log-level <level>", "the lowest level to log")
      .choices(["debug", "info", "warn", "error", "silent"])
      .default("info"),
  );

  for (const option of limitOptions()) add(limitsHeading, option);
  return command;
}

/** The options that set the limits of a relay. */
export function limitOptions(): readonly Option[] {
  return Object.entries(limitDescriptions).map(([limit, words]) => {
    const usual = defaultLimits[limit as keyof RelayLimits];
    const option = new Option(`--${flagOf(limit)} <number>`, `${words} (default: ${usual})`);
    return option.argParser((text: string) => readCount(text, ...rangeOf(limit)));
  });
}

/** The option for environment variables of a stdio server, which is not an option of the relay. */
export function environmentOption(): Option {
  return repeatable(
    "--env <NAME[=value]>",
    "a variable for the command after --; without a value, its value in this environment",
  );
}

/** Extracts the values of the options from commander's result. */
export function flagsOf(options: Readonly<Record<string, unknown>>): Flags {
  const given = Object.keys(limitDescriptions).filter((limit) => options[limit] !== undefined);
  return {
    config: [],
    allowOrigin: [],
    port: undefined,
    host: undefined,
    publicUrl: undefined,
    appsOrigin: undefined,
    trustProxy: undefined,
    store: undefined,
    forward: undefined,
    stdio: undefined,
    blobs: undefined,
    metrics: undefined,
    ...(Object.fromEntries(
      Object.entries(options).filter(([name]) => !(name in limitDescriptions) && name !== "env"),
    ) as unknown as Pick<Flags, "open" | "logFormat" | "logLevel">),
    limits: Object.fromEntries(given.map((limit) => [limit, options[limit]])),
  };
}

/** An option that may be repeated. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`).argParser(
    (value: string, before: readonly string[] | undefined) => [...(before ?? []), value],
  );
}

export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError("It needs a number from 0 to 65535.");
  return port;
}

function readCount(text: string, min: number, max: number): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (count >= min && count <= max) return count;
  throw new InvalidArgumentError(`It needs a whole number from ${min} to ${max}.`);
}

function readAddress(text: string): MetricsAddress {
  const [, host, port] = /^(.*):(\d+)$/.exec(text) ?? [];
  if (!host || port === undefined) {
    throw new InvalidArgumentError("It needs an address and a port, such as 127.0.0.1:9464.");
  }
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: readPort(port) };
}
