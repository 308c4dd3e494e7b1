/** Connection targets (URL or command), and their text form in the address bar. */
import { percentDecoded } from "../core/percentDecoded.ts";
import { formatCommandLine, parseCommandLine } from "./commandLine.ts";

export interface HttpTarget {
  readonly kind: "http";
  /** The endpoint, without userinfo. */
  readonly url: string;
  /** `user:password` of the URL; sent as an `Authorization` header, never stored. */
  readonly userinfo?: string;
  /** The text to display instead of the URL, where the URL holds a secret. */
  readonly shown?: string;
}

export interface StdioTarget {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Values are secret: never stored, never shared. */
  readonly env?: Readonly<Record<string, string>>;
  /** Indices of secret words in the command line; the program is 0. */
  readonly masked?: readonly number[];
  /** The text to display instead of the command, where the command holds a secret. */
  readonly shown?: string;
}

export type Target = HttpTarget | StdioTarget;

export type ParsedTarget =
  | { readonly kind: "target"; readonly target: Target }
  | { readonly kind: "invalid"; readonly reason: InvalidTarget };

/** Why a text is not a target. */
export type InvalidTarget = "empty" | "url" | "scheme" | "open-quote" | "no-command";

/**
 * Parses the text of the address bar: an http(s) URL or a command line.
 * `localhost/…` and `host:port` without a scheme mean http, a name with dots and a path means https.
 */
export function parseTarget(text: string): ParsedTarget {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "invalid", reason: "empty" };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    if (scheme !== "http" && scheme !== "https") return { kind: "invalid", reason: "scheme" };
    return httpTarget(trimmed);
  }
  if (/^((localhost|127(\.\d+){3}|\[::1\])(:\d+)?|[\w.-]+:\d+)(\/\S*)?$/i.test(trimmed)) {
    return httpTarget(`http://${trimmed}`);
  }
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+\/\S*$/i.test(trimmed)) {
    return httpTarget(`https://${trimmed}`);
  }
  const line = parseCommandLine(trimmed);
  if (line.kind === "invalid") return line;
  const { env, command, args } = line;
  const hasEnv = Object.keys(env).length > 0;
  return { kind: "target", target: { kind: "stdio", command, args, ...(hasEnv ? { env } : {}) } };
}

/** Formats a target for the address bar, without secrets. */
export function formatTarget(target: Target): string {
  if (target.shown !== undefined) return target.shown;
  if (target.kind === "http") return target.url;
  const line = formatCommandLine(target.command, target.args);
  // a program whose name looks like a URL is quoted, so that it is not parsed as one
  return isAddress(line) ? `'${target.command}'${line.slice(target.command.length)}` : line;
}

function isAddress(line: string): boolean {
  const parsed = parseTarget(line);
  return parsed.kind === "invalid" || parsed.target.kind === "http";
}

function httpTarget(text: string): ParsedTarget {
  if (!URL.canParse(text)) return { kind: "invalid", reason: "url" };
  const url = new URL(text);
  const userinfo =
    url.username || url.password
      ? `${percentDecoded(url.username) ?? url.username}:${percentDecoded(url.password) ?? url.password}`
      : undefined;
  url.username = "";
  url.password = "";
  url.hash = "";
  return {
    kind: "target",
    target: { kind: "http", url: url.href, ...(userinfo === undefined ? {} : { userinfo }) },
  };
}
