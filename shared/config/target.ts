/** What a person can connect to, and how they write it. */
import { formatCommandLine, parseCommandLine } from "./commandLine.ts";

export interface HttpTarget {
  readonly kind: "http";
  /** The endpoint, without userinfo. */
  readonly url: string;
  /** `user:password` as the address had it; sent as an Authorization header, never kept. */
  readonly userinfo?: string;
  /** How it is written where the URL must not stand, for something in it is secret. */
  readonly shown?: string;
}

export interface StdioTarget {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Values are secrets: never kept, never shared. */
  readonly env?: Readonly<Record<string, string>>;
  /** The places of secrets among the words of the command line, the program's being 0. */
  readonly covered?: readonly number[];
  /** How it is written where the command must not stand, for something in it is secret. */
  readonly shown?: string;
}

export type Target = HttpTarget | StdioTarget;

export type ParsedTarget =
  | { readonly kind: "target"; readonly target: Target }
  | { readonly kind: "invalid"; readonly reason: InvalidTarget };

/** Why a text names nothing to connect to. */
export type InvalidTarget = "empty" | "url" | "scheme" | "open-quote" | "no-command";

/**
 * Reads what stands in the address bar: an http(s) URL or a command line.
 * A bare `localhost/…` or `host:port` is taken for http, a bare name with dots and a path for https.
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

/** How a target is written in the address bar; without anything secret. */
export function formatTarget(target: Target): string {
  if (target.shown !== undefined) return target.shown;
  if (target.kind === "http") return target.url;
  const line = formatCommandLine(target.command, target.args);
  // a program whose name looks like an address is quoted, or it would be read as one
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
    url.username || url.password ? `${decoded(url.username)}:${decoded(url.password)}` : undefined;
  url.username = "";
  url.password = "";
  url.hash = "";
  return {
    kind: "target",
    target: { kind: "http", url: url.href, ...(userinfo === undefined ? {} : { userinfo }) },
  };
}

/** A percent sign that begins no escape is itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
