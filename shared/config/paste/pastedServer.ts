/** Turns what was read from a pasted text into a server, with inputs for values that are missing. */
import type { ConfigProblem, ConfiguredServer, Template } from "../configured.ts";
import { readConfig } from "../readConfig.ts";
import { type Paste, type PasteForm, pastedSource, refused } from "./paste.ts";

/** A server entry in the form of Claude's and Cursor's files. */
export interface PastedEntry {
  readonly name: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reads entries as a configuration file. */
export function serversOf(form: PasteForm, entries: readonly PastedEntry[]): Paste {
  const mcpServers = Object.fromEntries(
    entries.map(({ name, ...entry }) => [name, withPlaceholders(entry)]),
  );
  return readPastedConfig(form, JSON.stringify({ mcpServers }));
}

/** Reads the text of a configuration; files and variables that it refers to are not available. */
export function readPastedConfig(form: PasteForm, text: string): Paste {
  const { servers, problems } = readConfig(text, {
    source: pastedSource,
    environment: {},
    variables: {},
    resolve: (path) => path,
    readText: () => undefined,
  });
  if (servers.length === 0) return refused({ code: "configuration", problems: somePart(problems) });
  return { kind: "servers", form, servers: servers.map(withoutRelay) };
}

const somePart = (problems: readonly ConfigProblem[]) => problems.slice(0, 5);

/**
 * The text does not refer to the relay's environment or directory; the ids of inputs become valid
 * names of placeholders in an address.
 */
function withoutRelay({ target, inputs, ...server }: ConfiguredServer): ConfiguredServer {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  for (const { id } of inputs) {
    const wanted =
      id
        .replace(/^env:/, "")
        .replace(/[^\w.-]+/g, "-")
        .slice(0, 60) || "value";
    let name = wanted;
    for (let count = counts.get(wanted) ?? 2; taken.has(name); count++) {
      name = `${wanted}-${count}`;
      counts.set(wanted, count + 1);
    }
    taken.add(name);
    ids.set(id, name);
  }
  const idOf = (id: string) => ids.get(id) ?? id;
  const renamed = (template: Template): Template =>
    template.map((part) =>
      typeof part === "object" && "input" in part ? { input: idOf(part.input) } : part,
    );
  const pairs = (list: readonly (readonly [name: string, value: Template])[]) =>
    list.map(([name, value]) => [name, renamed(value)] as const);
  return {
    ...server,
    target:
      target.kind === "http"
        ? { kind: "http", url: renamed(target.url), headers: pairs(target.headers) }
        : {
            kind: "stdio",
            command: renamed(target.command),
            args: target.args.map((group) => group.map(renamed)),
            env: pairs(target.env),
            ...(target.cwd && target.cwd.join("") !== "." ? { cwd: renamed(target.cwd) } : {}),
          },
    inputs: inputs.map(({ isUnsetVariable: _, ...input }) => ({ ...input, id: idOf(input.id) })),
  };
}

type EntryText = Omit<PastedEntry, "name">;

/** Turns values that documentation leaves to the reader into placeholders. */
function withPlaceholders(entry: EntryText): EntryText {
  const pairs = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, askedIfMissing(value, name)]),
    );
  return {
    ...entry,
    ...(entry.args ? { args: entry.args.map((word) => askedIfMissing(word)) } : {}),
    ...(entry.env ? { env: pairs(entry.env) } : {}),
    ...(entry.headers ? { headers: pairs(entry.headers) } : {}),
  };
}

/**
 * Replaces `$NAME` and `<name>`, and as a whole value `YOUR_TOKEN` and `xxxx`.
 * @param name of the variable or header; without one, only marked placeholders are replaced
 */
export function askedIfMissing(value: string, name?: string): string {
  if (name !== undefined && /^(your|my)[-_ ][\w -]{1,60}$|^[xX*]{3,60}$|^\.\.\.$/i.test(value)) {
    return `\${${variableName(name)}}`;
  }
  return value
    .replace(/<([A-Za-z][\w .-]{0,60})>/g, (_, inside: string) => `\${${variableName(inside)}}`)
    .replace(/\$([A-Z_][A-Z0-9_]{1,60})\b/g, (_, inside: string) => `\${${inside}}`);
}

function variableName(text: string): string {
  const name = text.replace(/\W+/g, "_");
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}
