/** Parses the filter syntax of Traffic, which breakpoints of taps use as well. */
import type { LogHead } from "../protocol/logHead.ts";
import { logLevels, logSeverity } from "../protocol/logLevels.ts";
import { type Direction, type Initiator, initiatorKinds } from "./entry.ts";

const rowKinds = [
  "request",
  "notification",
  "result",
  "error",
  "invalid",
  "frame",
  "http",
  "connection",
  "process",
] as const;

export type RowKind = (typeof rowKinds)[number];

/** What a filter tests of a row. */
export interface FilteredRow {
  /** One kind per message, so several for a batch. */
  readonly kinds: readonly RowKind[];
  /** The method as spelled; a response has its request's; empty if unknown. */
  readonly method: string;
  /** The name or URI in the request's params. */
  readonly subject: string;
  /** What the message says, in a few words. */
  readonly summary: string;
  readonly state?: { readonly words: string } | undefined;
  readonly tone: string;
  /** The JSON-RPC ids, as text. */
  readonly ids: readonly string[];
  /** The status of the HTTP response that carried it. */
  readonly status: number | undefined;
  /** The logged data of log messages: several for a batch. */
  readonly logs: readonly LogHead[];
}

/** Who caused a row: the initiator of a request, or one of those that are no part of this client. */
export interface RowCause {
  readonly kind: Initiator["kind"] | "server" | "client";
  readonly id?: string;
}

/** Words for kinds of causes that people use. */
const causeAliases: Readonly<Record<string, RowCause["kind"]>> = {
  you: "user",
  playground: "engine",
};

const causeKinds: readonly RowCause["kind"][] = [...initiatorKinds, "server", "client"];

/** The properties of a row that a filter can test; each is computed when a term needs it. */
export interface FilterSubject {
  readonly direction: Direction;
  row(): FilteredRow;
  /** Who caused it, or the request that it answers; undefined if nobody knows. */
  initiator(): RowCause | undefined;
  findings(): readonly { readonly severity: string; readonly code: string }[];
  /** Whether a text in lower case names the server of its connection. */
  isOfServer(text: string): boolean;
  /** Whether the text of its body contains a text in lower case. */
  holds(text: string): boolean;
}

export interface Filter {
  matches(subject: FilterSubject): boolean;
  /** The texts to search bodies for, in lower case. */
  readonly bodies: readonly string[];
  /** Whether matches change with the findings. */
  readonly usesFindings: boolean;
  /** Whether matches change with the names of servers. */
  readonly usesServers: boolean;
}

type Test = (subject: FilterSubject) => boolean;

interface Term {
  readonly test: Test;
  readonly name?: string;
  readonly body?: string;
}

/**
 * Parses a filter. Words match in method, subject, summary and kind; `method:`, `dir:`, `kind:`,
 * `id:`, `status:`, `logger:` and `server:` match one field; `level:` matches log messages of that
 * level or a higher one; `by:` and `initiator:` match the kind of who caused a request or its answer,
 * or a part of that one's name; `body:` matches in the text of the body; `finding:` matches rows with a
 * finding of that severity or code, `finding:any` with any; `is:problem` matches rows in red or
 * yellow, `is:asked` requests of servers. Quotes join words into one term. `-` before a term negates it, except in a negative number
 * such as `-32602`. All terms must match. Case is ignored. An unknown prefix (`x:y`) is an ordinary
 * word.
 *
 * @param text as the user typed it, possibly unfinished: `kind:re` matches kinds that begin with `re`
 * @returns undefined if the text has no term
 */
export function parseFilter(text: string): Filter | undefined {
  const terms = termsOf(text)
    .map((term) => readTerm(term.toLowerCase()))
    .filter((term) => term !== undefined);
  if (terms.length === 0) return undefined;
  // tests that need no row are cheaper and run first
  const tests = terms.toSorted((one, other) => costOf(one) - costOf(other));
  return {
    matches: (subject) => tests.every(({ test }) => test(subject)),
    bodies: terms.flatMap(({ body }) => body ?? []),
    usesFindings: terms.some(({ name }) => name === "finding"),
    usesServers: terms.some(({ name }) => name === "server"),
  };
}

/** The terms of a filter as written: separated by spaces outside of quotes. */
export function termsOf(text: string): string[] {
  return text.match(/(?:"[^"]*"?|[^\s"])+/g) ?? [];
}

/** The term that matches the rows of one server. */
export function serverTerm(name: string): string {
  return `server:${/\s/.test(name) ? `"${name.replaceAll('"', "")}"` : name}`;
}

/** Removes a term from a filter's text, or adds it if it is not there. */
export function toggleTerm(text: string, term: string): string {
  const terms = termsOf(text);
  const others = terms.filter((other) => other !== term);
  return (others.length < terms.length ? others : [...terms, term]).join(" ");
}

const cheap: readonly (string | undefined)[] = [
  "dir",
  "by",
  "initiator",
  "finding",
  "server",
  "body",
];

function costOf({ name }: Term): number {
  return cheap.includes(name) ? 0 : 1;
}

function readTerm(text: string): Term | undefined {
  const minuses = /^(?:-(?!\d))*/.exec(text)?.[0].length ?? 0;
  const term = readPositive(text.slice(minuses));
  if (!term || minuses % 2 === 0) return term;
  return { ...term, test: (subject) => !term.test(subject) };
}

const prefixes =
  /^(method|dir|by|initiator|kind|id|status|level|logger|server|body|finding|is):(.*)$/s;

function readPositive(text: string): Term | undefined {
  const [, name, quoted] = prefixes.exec(text) ?? [];
  if (name === undefined || quoted === undefined) return containing(unquoted(text));
  const value = unquoted(quoted);
  if (value === "") return undefined;
  const test = qualified(name, value);
  if (!test) return containing(text);
  return { test, name, ...(name === "body" ? { body: value } : {}) };
}

function unquoted(text: string): string {
  return text.replaceAll('"', "");
}

function qualified(name: string, value: string): Test | undefined {
  switch (name) {
    case "method":
      return ({ row }) => row().method.toLowerCase().includes(value);
    case "id":
      return ({ row }) => row().ids.some((id) => id.toLowerCase() === value);
    case "dir":
      if (!directions.some((known) => known.startsWith(value))) return undefined;
      return ({ direction }) => direction !== "none" && direction.startsWith(value);
    case "by":
    case "initiator": {
      const wanted = causeAliases[value] ?? value;
      const kinds: readonly string[] = causeKinds.filter((known) => known.startsWith(wanted));
      return (subject) => {
        const { kind, id = "" } = subject.initiator() ?? {};
        return kind !== undefined && (kinds.includes(kind) || id.toLowerCase().includes(value));
      };
    }
    case "kind":
      if (!rowKinds.some((known) => known.startsWith(value))) return undefined;
      return ({ row }) => row().kinds.some((kind) => kind.startsWith(value));
    case "level": {
      const lowest = logLevels.findIndex((known) => known.startsWith(value));
      if (lowest < 0) return undefined;
      return ({ row }) =>
        row().logs.some(({ level }) => logSeverity(level.toLowerCase()) >= lowest);
    }
    case "logger":
      return ({ row }) => row().logs.some(({ logger }) => logger.toLowerCase().includes(value));
    case "server":
      return ({ isOfServer }) => isOfServer(value);
    case "body":
      return ({ holds }) => holds(value);
    case "finding":
      if (value === "any") return ({ findings }) => findings().length > 0;
      return ({ findings }) =>
        findings().some(({ severity, code }) => severity.startsWith(value) || code.includes(value));
    case "is":
      if ("asked".startsWith(value)) {
        return ({ direction, row }) => direction === "in" && row().kinds.includes("request");
      }
      if (!"problem".startsWith(value)) return undefined;
      return ({ row }) => row().tone === "warning" || row().tone === "violation";
    default:
      return /^[1-5](\d{0,2}|\dx|xx?)$/.test(value)
        ? ({ row }) => String(row().status ?? "").startsWith(value.replace(/x+$/, ""))
        : undefined;
  }
}

const directions = ["in", "out"];

function containing(word: string): Term | undefined {
  if (word === "") return undefined;
  const holds = (text: string) => text !== "" && text.toLowerCase().includes(word);
  return {
    test(subject) {
      const { method, subject: about, summary, state, kinds } = subject.row();
      const words = [method, about, summary, state?.words ?? "", ...kinds];
      return words.some(holds);
    },
  };
}
