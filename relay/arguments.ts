/** What the words after `mcp-playground` mean. */
import { parseArgs } from "node:util";
import type { SharedHttpServer, SharedStdioServer } from "../shared/share/recording.ts";

/** The server to have ready in the address bar. */
type Wanted = SharedHttpServer | SharedStdioServer;

export type Arguments =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | {
      readonly kind: "start";
      readonly server: Wanted | undefined;
      readonly port: number | undefined;
      readonly open: boolean;
    }
  /** They mean nothing; `reason` says what is wrong and what may have been meant. */
  | { readonly kind: "wrong"; readonly reason: string };

const flags = {
  port: { type: "string" },
  "no-open": { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

export const help = `Usage: mcp-playground [url] [options]
       mcp-playground [options] -- command [args…]

Serves the MCP Playground on this machine, prints its link and opens it.

  url                a server to have ready, for example http://localhost:3000/mcp
  -- command args…   a stdio server to have ready; it is started when you connect

  --port N           listen on this port (default: 6280, or the next one that is free)
  --no-open          do not open a browser
  --help, -h         print this
  --version, -v      print the version
`;

/** Reads the arguments; never throws. */
export function readArguments(argv: readonly string[]): Arguments {
  const dashes = argv.indexOf("--");
  const own = dashes < 0 ? argv : argv.slice(0, dashes);
  const command = dashes < 0 ? undefined : argv.slice(dashes + 1);

  const { tokens } = parseArgs({
    args: [...own],
    options: flags,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const urls: string[] = [];
  const given = new Set<string>();
  let port: number | undefined;
  for (const token of tokens) {
    if (token.kind === "positional") urls.push(token.value);
    if (token.kind !== "option") continue;
    if (!Object.hasOwn(flags, token.name)) return wrong(unknownFlag(token.rawName));
    given.add(token.name);
    if (token.name === "port") {
      port = portOf(token.value);
      if (port === undefined) return wrong("--port needs a number from 0 to 65535.");
    } else if (token.value !== undefined) {
      return wrong(`${token.rawName} takes no value.`);
    }
  }
  if (given.has("help")) return { kind: "help" };
  if (given.has("version")) return { kind: "version" };

  const server = serverOf(urls, command);
  if (typeof server === "string") return wrong(server);
  return { kind: "start", server, port, open: !given.has("no-open") };
}

/** The server that is asked for, or what is wrong with it. */
function serverOf(
  urls: readonly string[],
  command: readonly string[] | undefined,
): Wanted | undefined | string {
  const [url, another] = urls;
  if (another !== undefined) {
    return `One URL at a time, please; "${another}" is one too many. A command goes after --.`;
  }
  if (command) {
    const [program, ...args] = command;
    if (url !== undefined) return "Either a URL or a command after --, please, not both.";
    if (!program) return "After -- comes the command of a stdio server.";
    return { kind: "stdio", command: program, args };
  }
  if (url === undefined) return undefined;
  const isHttp = /^https?:\/\//i.test(url) && URL.canParse(url);
  return isHttp
    ? { kind: "http", url }
    : `"${url}" is not an http(s) URL. A command goes after --: mcp-playground -- ${url}`;
}

function portOf(text: string | undefined): number | undefined {
  const port = /^\d{1,5}$/.test(text ?? "") ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}

function unknownFlag(flag: string): string {
  const typed = flag.replace(/^-+/, "");
  const [nearest] = Object.keys(flags)
    .map((name) => ({ name, distance: editDistance(typed, name) }))
    .sort((a, b) => a.distance - b.distance);
  const close = nearest && nearest.distance <= Math.max(2, nearest.name.length / 2);
  return close
    ? `There is no flag ${flag}. Did you mean --${nearest.name}?`
    : `There is no flag ${flag}. See mcp-playground --help.`;
}

/** How many letters must be added, dropped or changed to make `b` of `a`. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function wrong(reason: string): Arguments {
  return { kind: "wrong", reason };
}
