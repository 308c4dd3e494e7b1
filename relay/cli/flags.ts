/** Declares the options of a relay. */
import {
  Command,
  InvalidArgumentError,
  Option,
  type OptionValues,
} from "@commander-js/extra-typings";
import { defaultLimits, type RelayLimits } from "../relayLimits.ts";
import type { MetricsAddress } from "../relayOptions.ts";
import { readPort, repeatable, type ValuesOf } from "./arguments/optionGroups.ts";
import { flagOf, limitDescriptions, rangeOf } from "./limitFlags.ts";

/** The values of the options. `store` may hold a password. */
export type Flags = ValuesOf<typeof relayOptions> & Partial<RelayLimits>;

export const limitsHeading = "Limits:";

/** Options with a value can also be set in the environment: `--port` as `MCP_PLAYGROUND_PORT`. */
export const environmentPrefix = "MCP_PLAYGROUND_";

/** Declares the options, except the limits. */
export function relayOptions() {
  const command = new Command()
    .optionsGroup("Servers:")
    .addOption(
      repeatable("--config <file>", "offer the servers of this file in the page, see below"),
    )
    .addOption(environmentOption())
    .optionsGroup("Serving:")
    .option("--port <number>", "the port (default: 6280, or the next free one)", readPort)
    .option("--no-open", "do not open a browser")
    .addOption(repeatable("--allow-origin <origin>", "allow pages of this origin to use the relay"))
    .option("--stdio", "let pages start processes (default: unless --public-url is set)")
    .option("--no-stdio", "start no processes")
    .addOption(
      repeatable("--stdio-allow <command>", "start only this command; * at its end: any arguments"),
    )
    .addOption(
      new Option(
        "--forward <where>",
        "where pages may send HTTP through the relay (default: private, off with --public-url)",
      ).choices(["private", "public", "off"]),
    )
    .addOption(
      repeatable(
        "--forward-allow <origin>",
        "forward only to this origin, or https://*.example.com",
      ),
    )
    .option(
      "--store <where>",
      "where to store data: a file, or redis://… (default: a file in the user's state folder)",
    )
    .option("--blobs", "store encrypted recordings for links (default: only with --public-url)")
    .option("--no-blobs", "store no recordings")
    .optionsGroup("Public relay:")
    .option("--host <address>", "the address to listen on (default: loopback)")
    .option("--public-url <url>", "the URL at which users open the page")
    .option("--tunnels", "give servers behind tap --public an address at this relay")
    .option("--apps-origin <origin>", "where apps run, such as https://*.apps.example.com")
    .option("--trust-proxy <proxies>", "proxies whose X-Forwarded-For is trusted")
    .option("--auth-header <name>", "header in which these name the person, who is let in only so")
    .option("--role-header <name>", "header with the person's groups, separated by commas")
    .addOption(
      repeatable("--acting-role <group>", "a group that may start, forward and share; others look"),
    )
    .option("--audit <file>", "append who started, contacted, shared and opened what")
    .option("--metrics <host:port>", "a separate address for metrics", readAddress)
    .optionsGroup("Log (on standard error):")
    .addOption(
      new Option("--log-format <format>", "plain text, or JSON lines")
        .choices(["text", "json"])
        .default("text"),
    )
    .addOption(
      new Option("--log-level <level>", "the lowest level to log")
        .choices(["debug", "info", "warn", "error", "silent"])
        .default("info"),
    );
  return mirrored(command);
}

/** Declares the options that set the limits of a relay. */
export function limitOptions() {
  const command = new Command().optionsGroup(limitsHeading);
  for (const [limit, words] of Object.entries(limitDescriptions)) {
    const usual = defaultLimits[limit as keyof RelayLimits];
    const [min, max] = rangeOf(limit);
    command.option(`--${flagOf(limit)} <number>`, `${words} (default: ${usual})`, (text: string) =>
      readCount(text, min, max),
    );
  }
  return command as unknown as Command<[], Partial<RelayLimits>>;
}

/** Lets the options with a value be set in the environment. */
export function mirrored<Own extends OptionValues>(command: Command<[], Own>) {
  for (const option of command.options) {
    const name = option.name().replaceAll("-", "_").toUpperCase();
    // A variable for a switch would turn it on, even with the value 0 or false; variables of a
    // server are for one command only.
    if (!option.isBoolean() && name !== "ENV") option.env(environmentPrefix + name);
  }
  return command;
}

/** The limits that are given. */
export function limitsOf(flags: Flags): Partial<RelayLimits> {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => name in limitDescriptions));
}

/** The option for environment variables of a stdio server, which is not an option of the relay. */
export function environmentOption() {
  return repeatable(
    "--env <NAME[=value]>",
    "a variable for the command after --; without a value, its value in this environment",
  );
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
