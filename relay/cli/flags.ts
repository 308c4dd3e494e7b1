/** The flags with which a relay is started, and what they mean to it. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { defaultLimits, type Limits } from "../limits.ts";
import type { LogLevel } from "../logger.ts";
import type { ForwardMode, MetricsAddress } from "../relayOptions.ts";
import { flagOf, limitDescriptions, rangeOf } from "./limitFlags.ts";

/** What the flags say; what they do not say is undefined. */
export interface Flags {
  readonly config: readonly string[];
  readonly open: boolean;
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly publicUrl: string | undefined;
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
  readonly limits: Partial<Limits>;
}

const headings = {
  servers: "Servers:",
  serving: "Serving:",
  public: "For many people:",
  log: "Log (on standard error):",
  limits: "Limits:",
};

/** A flag with a value can stand in the environment too: `--port` as `MCP_PLAYGROUND_PORT`. */
export const environmentPrefix = "MCP_PLAYGROUND_";

/** Gives a command the flags of a relay. */
export function addFlags(command: Command): Command {
  const add = (heading: string, option: Option) => {
    const name = option.name().replaceAll("-", "_").toUpperCase();
    // whatever a variable says, to be there would be to be on
    const isMirrored = !option.isBoolean();
    command.addOption(
      (isMirrored ? option.env(environmentPrefix + name) : option).helpGroup(heading),
    );
  };
  const { servers, serving, log, limits } = headings;

  add(servers, repeated("--config <file>", "have the servers of this file ready, see below"));
  command.addOption(environmentOption().helpGroup(servers));

  add(
    serving,
    new Option(
      "--port <number>",
      "the port (default: 6280, or the next one that is free)",
    ).argParser(readPort),
  );
  add(serving, new Option("--no-open", "do not open a browser"));
  add(
    serving,
    repeated(
      "--allow-origin <origin>",
      "let the page that another site serves speak to this relay",
    ),
  );
  add(
    serving,
    new Option("--stdio", "start processes for pages (default: unless --public-url is set)"),
  );
  add(serving, new Option("--no-stdio", "start no processes"));
  add(
    serving,
    new Option(
      "--forward <where>",
      "where HTTP may be sent to for pages (default: private, off with --public-url)",
    ).choices(["private", "public", "off"]),
  );
  add(
    serving,
    new Option(
      "--store <where>",
      "what is stored: in this file, or at redis://… (default: a file of this user's)",
    ),
  );

  add(
    serving,
    new Option("--blobs", "store sealed recordings for links (default: only with --public-url)"),
  );
  add(serving, new Option("--no-blobs", "store none"));

  const many = headings.public;
  add(many, new Option("--host <address>", "the address to listen on (default: loopback)"));
  add(many, new Option("--public-url <url>", "the address at which people open the page"));
  add(many, new Option("--trust-proxy <proxies>", "proxies whose X-Forwarded-For is believed"));
  add(many, new Option("--metrics <host:port>", "where to answer scrapes").argParser(readAddress));

  add(
    log,
    new Option("--log-format <format>", "words, or JSON lines")
      .choices(["text", "json"])
      .default("text"),
  );
  add(
    log,
    new Option("--log-level <level>", "the least that is told")
      .choices(["debug", "info", "warn", "error", "silent"])
      .default("info"),
  );

  for (const [limit, words] of Object.entries(limitDescriptions)) {
    const usual = defaultLimits[limit as keyof Limits];
    const description = `${words} (default: ${grouped(usual)})`;
    add(
      limits,
      new Option(`--${flagOf(limit)} <number>`, description).argParser((text: string) =>
        readCount(text, ...rangeOf(limit)),
      ),
    );
  }
  return command;
}

/** The flag with which a stdio server is given environment variables; what it says is no flag of the relay. */
export function environmentOption(): Option {
  return repeated(
    "--env <NAME[=value]>",
    "a variable for the command after --; without a value, the one that it has here",
  );
}

/** Takes the flags' values out of what was parsed. */
export function flagsOf(options: Readonly<Record<string, unknown>>): Flags {
  const given = Object.keys(limitDescriptions).filter((limit) => options[limit] !== undefined);
  return {
    config: [],
    allowOrigin: [],
    port: undefined,
    host: undefined,
    publicUrl: undefined,
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

/** A number with a space between thousands; the platform's own way loads 6 MiB for every start. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, " ");
}

/** An option that may be given again and again. */
function repeated(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`).argParser(
    (value: string, before: readonly string[] | undefined) => [...(before ?? []), value],
  );
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError("It needs a number from 0 to 65535.");
  return port;
}

function readCount(text: string, least: number, most: number): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new InvalidArgumentError(`It needs a whole number from ${least} to ${most}.`);
}

function readAddress(text: string): MetricsAddress {
  const [, host, port] = /^(.*):(\d+)$/.exec(text) ?? [];
  if (!host || port === undefined) {
    throw new InvalidArgumentError("It needs an address and a port, such as 127.0.0.1:9464.");
  }
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: readPort(port) };
}
