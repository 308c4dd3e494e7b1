/** Puts a tap before the command of a server in a client's configuration, and takes it out again. */
import { findNodeAtLocation, type Node, parse as parseJsonc, parseTree } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { asJsonObject, type JsonObject } from "../../../../shared/core/json/jsonObject.ts";

/** Where the clients keep their servers. */
const serverMembers = ["mcpServers", "servers", "context_servers", "mcp_servers"];

export interface EntryChange {
  readonly server: string;
  /** The members that lead to the object with the servers, where it is not the root. */
  readonly within?: readonly string[] | undefined;
  /** The program and the first words with which a tap starts; undefined takes a tap out. */
  readonly tap: readonly [program: string, ...words: string[]] | undefined;
}

export type EntryProblem =
  | "no-server"
  /** It has a URL instead of a command. */
  | "not-stdio"
  | "tapped"
  | "not-tapped"
  /** Written in a way that this program does not change safely. */
  | "unusual";

/** A part of the text that is replaced. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The places of an entry in the text. */
interface Entry {
  readonly command: Splice;
  /** Between the bracket and the first word; undefined if there are no arguments. */
  readonly args: { readonly start: number; readonly items: readonly Splice[] } | undefined;
}

/**
 * Changes the command of one server. Everything else in the text stays, comments included.
 * @param text JSON with comments, or TOML
 * @returns the changed text, or why it is not changed
 */
export function changeEntry(
  text: string,
  format: "json" | "toml",
  { server, within, tap }: EntryChange,
): { readonly text: string } | EntryProblem {
  const before = readServers(text, format, within).get(server);
  if (!before) return "no-server";
  const { command, args = [] } = before;
  if (command === undefined && before.url !== undefined) return "not-stdio";
  if (typeof command !== "string" || !isWords(args)) return "unusual";
  const dashes = tapWords([command, ...args]);
  if (tap && dashes !== undefined) return "tapped";
  if (!tap && dashes === undefined) return "not-tapped";
  const entry = format === "json" ? findJson(text, server, within) : findToml(text, server);
  if (!entry) return "unusual";
  const next = tap
    ? insert(text, entry, tap, command)
    : remove(text, entry, args, (dashes ?? 0) - 1);
  const words = [command, ...args];
  const expected = tap ? [...tap, ...words] : words.slice((dashes ?? 0) + 1);
  const after = readServers(next, format, within).get(server);
  // nothing but the command is different
  const isRight =
    sameJson([after?.command, ...((after?.args ?? []) as unknown[])], expected) &&
    sameJson({ ...after, command: 0, args: 0 }, { ...before, command: 0, args: 0 });
  return isRight ? { text: next } : "unusual";
}

function insert(text: string, { command, args }: Entry, tap: readonly string[], own: string) {
  const [program = "", ...words] = tap;
  const first = [...words, own].map((word) => JSON.stringify(word)).join(", ");
  const more = args && args.items.length > 0 ? ", " : "";
  const place = args?.items[0]?.start ?? args?.start ?? command.end;
  const added = args ? `${first}${more}` : argsMember(text, command, first);
  return splice(text, [
    { ...command, text: JSON.stringify(program) },
    { start: place, end: place, text: added },
  ]);
}

/** The member for arguments after a command that has none, in JSON or TOML. */
function argsMember(text: string, { start }: Splice, items: string): string {
  return /command\s*=\s*$/.test(text.slice(0, start))
    ? `\nargs = [${items}]`
    : `, "args": [${items}]`;
}

/** @param dashes the index of `--` in the arguments */
function remove(text: string, { command, args }: Entry, words: readonly string[], dashes: number) {
  const own = words[dashes + 1];
  const first = args?.items[0];
  const last = args?.items[dashes + 1];
  if (own === undefined || !args || !first || !last) return text;
  const following = args.items[dashes + 2];
  return splice(text, [
    { ...command, text: JSON.stringify(own) },
    { start: first.start, end: following?.start ?? last.end, text: "" },
  ]);
}

function splice(text: string, splices: readonly Splice[]): string {
  return splices
    .toSorted((one, other) => other.start - one.start)
    .reduce((all, { start, end, text: by }) => all.slice(0, start) + by + all.slice(end), text);
}

/**
 * The index of the `--` of a tap in a command.
 * @returns undefined if the command is not a tap
 */
function tapWords(words: readonly string[]): number | undefined {
  const at = words.indexOf("tap");
  const program = words[at - 1] ?? "";
  const isTap =
    at > 0 && at < 3 && /(?:^|[\\/])(?:mcp-playground(?:\.cmd)?|main\.[jt]s)$/.test(program);
  const dashes = words.indexOf("--", at);
  return isTap && dashes >= 0 && dashes + 1 < words.length ? dashes : undefined;
}

/** The servers in a configuration; none if it cannot be read. */
export function readServers(
  text: string,
  format: "json" | "toml",
  within: readonly string[] = [],
): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  try {
    const root: unknown =
      format === "toml" ? parseToml(text) : parseJsonc(text, [], { allowTrailingComma: true });
    const value = within.reduce(getOwn, root);
    for (const member of serverMembers) {
      for (const [name, entry] of Object.entries(asJsonObject(getOwn(value, member)) ?? {})) {
        const server = asJsonObject(entry);
        if (server && !found.has(name)) found.set(name, server);
      }
    }
  } catch {
    // not readable
  }
  return found;
}

function findJson(text: string, server: string, within: readonly string[] = []): Entry | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const found = serverMembers.flatMap((member) => {
    const node = root && findNodeAtLocation(root, [...within, member, server]);
    return node ? [node] : [];
  })[0];
  const command = found && findNodeAtLocation(found, ["command"]);
  const args = found && findNodeAtLocation(found, ["args"]);
  return command
    ? {
        command: spliceOf(command),
        args: args && {
          start: args.offset + 1,
          items: (args.children ?? []).map(spliceOf),
        },
      }
    : undefined;
}

const spliceOf = ({ offset, length }: Node): Splice => ({
  start: offset,
  end: offset + length,
  text: "",
});

/** Finds strings in double quotes in the server's own table; other ways of writing are not changed. */
function findToml(text: string, server: string): Entry | undefined {
  const header = [server, JSON.stringify(server)].map((name) => `[mcp_servers.${name}]`);
  const lines = [...text.matchAll(/^.*$/gm)];
  const begin = lines.findIndex(([line]) => header.includes(line.replace(/#.*$/, "").trim()));
  if (begin < 0) return undefined;
  const end = lines.findIndex(
    ([line], index) => index > begin && /^\s*\[[^\]]*\]\s*(#.*)?$/.test(line),
  );
  const from = lines[begin]?.index ?? 0;
  const table = text.slice(from, lines[end]?.index ?? text.length);
  const string = /"(?:[^"\\\n]|\\.)*"/y;
  const stringAt = (at: number): Splice | undefined => {
    string.lastIndex = at;
    const found = string.exec(table)?.[0];
    return found === undefined
      ? undefined
      : { start: from + at, end: from + at + found.length, text: "" };
  };
  const valueAt = (name: string) => new RegExp(`^\\s*${name}\\s*=\\s*`, "m").exec(table);
  const [commandAt, argsAt] = [valueAt("command"), valueAt("args")];
  const command = commandAt && stringAt(commandAt.index + commandAt[0].length);
  if (!command) return undefined;
  if (!argsAt) return { command, args: undefined };
  const bracket = argsAt.index + argsAt[0].length;
  if (table[bracket] !== "[") return undefined;
  const items: Splice[] = [];
  for (let at = bracket + 1; at < table.length; ) {
    const gap = /(?:[\s,]|#.*)*/y;
    gap.lastIndex = at;
    at += gap.exec(table)?.[0].length ?? 0;
    if (table[at] === "]") return { command, args: { start: from + bracket + 1, items } };
    const item = stringAt(at);
    if (!item) return undefined;
    items.push(item);
    at = item.end - from;
  }
  return undefined;
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((word) => typeof word === "string");

const sameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
