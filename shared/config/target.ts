/** Connection targets (URL or command), and their text form in the address bar. */
import { percentDecoded } from "../core/text/percentDecoded.ts";
import { realText, type ShownText } from "../core/text/shownText.ts";
import { formatCommandLine, parseCommandLine } from "./commandLine.ts";

export interface HttpTarget {
  readonly kind: "http";
  /** The endpoint, without userinfo. */
  readonly url: string;
  /** `user:password` of the URL; sent as an `Authorization` header, never stored. */
  readonly userinfo?: string;
  /** The text to display instead of the URL, where the URL holds a secret. */
  readonly shown?: string;
  /** The URL with its hidden parts; see {@link urlPieces}. */
  readonly pieces?: ShownText;
}

/** A command with its hidden parts. */
interface CommandPieces {
  /** The program and its arguments. */
  readonly words: readonly ShownText[];
  readonly cwd?: ShownText;
}

export interface StdioTarget {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Values are secret: never stored, never shared. */
  readonly env?: Readonly<Record<string, string>>;
  /** The text to display instead of the command, where the command holds a secret. */
  readonly shown?: string;
  /** The command with its hidden parts; see {@link commandPieces}. */
  readonly pieces?: CommandPieces;
}

export type Target = HttpTarget | StdioTarget;

type ParsedTarget =
  | { readonly kind: "target"; readonly target: Target }
  | { readonly kind: "invalid"; readonly reason: InvalidTarget };

/** Why a text is not a target. */
export type InvalidTarget = "empty" | "url" | "scheme" | "open-quote" | "no-command";

/**
 * One word that starts almost like a URL, such as `http//localhost/mcp` or `//localhost/mcp`; no
 * program is named so.
 */
const mistypedScheme =
  /^(?:h?t{1,3}ps?[:;.,]*[/\\]+|https?[:;]|[:;.,]?\/\/(?:localhost|\[|[\w-]+\.[\w.-]+)[:/])\S*$/i;

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
  if (mistypedScheme.test(trimmed)) return { kind: "invalid", reason: "url" };
  const line = parseCommandLine(trimmed);
  if (line.kind === "invalid") return line;
  const { env, command, args } = line;
  const hasEnv = Object.keys(env).length > 0;
  return { kind: "target", target: { kind: "stdio", command, args, ...(hasEnv ? { env } : {}) } };
}

/** The command that starts, for display: only what is hidden in it is left out. */
export function commandPieces({ command, args, cwd, pieces }: StdioTarget): CommandPieces {
  const plain = [command, ...args];
  const known = pieces?.words ?? [];
  // pieces that do not result in what starts are those of another command
  const words = plain.map((word, place) => piecesOf(word, known[place]));
  return { words, ...(cwd === undefined ? {} : { cwd: piecesOf(cwd, pieces?.cwd) }) };
}

/** The URL that is contacted, for display: only what is hidden in it is left out. */
export function urlPieces({ url, pieces }: HttpTarget): ShownText {
  return piecesOf(url, pieces);
}

function piecesOf(text: string, pieces: ShownText | undefined): ShownText {
  return pieces !== undefined && realText(pieces) === text ? pieces : [text];
}

/** A text that is the same for the same server only; it has the secrets of the target. */
export function targetIdentity(target: Target): string {
  if (target.kind === "http") return JSON.stringify([target.url, target.userinfo]);
  const { command, args, cwd, env = {} } = target;
  const variables = Object.entries(env).sort(([one], [two]) => (one < two ? -1 : 1));
  return JSON.stringify([command, args, cwd, variables]);
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
