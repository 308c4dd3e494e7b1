/** Makes the text of a filter of Traffic a test of rows; breakpoints of taps use it as well. */
import type { LogHead } from "../protocol/logHead.ts";
import { logLevels, logSeverity } from "../protocol/logLevels.ts";
import { type Direction, type Initiator, initiatorKinds } from "./entry.ts";
import {
  type FilterNode,
  type FilterRange,
  type FilterTerm,
  type FilterTextProblem,
  readFilterText,
} from "./filterText.ts";
import { compilePattern, type PatternProblem } from "./linearPattern.ts";

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
  /** Of an answer: milliseconds since its request. */
  readonly ms?: number | undefined;
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
  /** Whether a text is in its body. */
  holds(wanted: BodyText): boolean;
}

/** What is searched in bodies. */
export interface BodyText {
  /** The same for the same search. */
  readonly key: string;
  /** @param text of a body, in lower case */
  isIn(text: string): boolean;
}

export interface Filter {
  matches(subject: FilterSubject): boolean;
  /** What bodies are searched for. */
  readonly bodies: readonly BodyText[];
  /** Whether matches change with the findings. */
  readonly usesFindings: boolean;
  /** Whether matches change with the names of servers. */
  readonly usesServers: boolean;
}

/** What is wrong with a filter, and where in its text. */
export type FilterProblem =
  | FilterTextProblem
  | (FilterRange & { readonly code: "bad-pattern"; readonly reason: PatternProblem["reason"] })
  | (FilterRange & {
      readonly code: "unknown-value";
      readonly prefix: string;
      /** Those that are known; none for durations and statuses. */
      readonly known: readonly string[];
    });

type Test = (subject: FilterSubject) => boolean;

/** Whether a text, which may be empty, is the wanted one or contains it. */
type TextTest = (text: string) => boolean;

interface Compiled {
  readonly test: Test;
  /** Whether it needs no row, which is costly to make. */
  readonly isCheap: boolean;
}

/**
 * Parses a filter: terms, of which all must match, or `and`, `or`, `not` and parentheses. Words match
 * in method, subject, summary and kind; `method:`, `tool:`, `dir:`, `kind:`, `id:`, `status:`,
 * `logger:` and `server:` match one field; `level:` matches log messages of that level or a higher
 * one; `dur:>500ms` matches answers that took that long; `by:` matches the kind of who caused a
 * request or its answer, or a part of that one's name; `text:` matches in the text of the body;
 * `finding:` matches rows with a finding of that severity or code, `finding:any` with any;
 * `is:problem` matches rows in red or yellow, `is:asked` requests of servers. `/…/` is a regular
 * expression, alone for words and the body, or as a value. Quotes join words into one term. `-`
 * before a term negates it, except in a negative number such as `-32602`. Case is ignored. An unknown
 * prefix (`x:y`) is an ordinary word. `initiator:` is `by:`, `took:` is `dur:`, `body:` is `text:`.
 *
 * @param text as the user typed it, possibly unfinished: `kind:re` matches kinds that begin with `re`
 * @returns the filter of what could be read, undefined if that is nothing, and the first problem
 */
export function readFilter(text: string): {
  readonly filter: Filter | undefined;
  readonly problem: FilterProblem | undefined;
} {
  const { root, problem: textProblem } = readFilterText(text);
  const bodies: BodyText[] = [];
  const prefixes = new Set<string>();
  let problem: FilterProblem | undefined = textProblem;
  const context: TermContext = {
    searchBody: (wanted) => bodies.push(wanted),
    use: (prefix) => prefixes.add(prefix),
    report: (found) => {
      problem ??= found;
    },
  };
  const compiled = root && compile(root, context);
  const filter = compiled && {
    matches: compiled.test,
    bodies,
    usesFindings: prefixes.has("finding"),
    usesServers: prefixes.has("server"),
  };
  return { filter, problem };
}

/** As {@link readFilter}, where nobody can be told of a problem. */
export const parseFilter = (text: string): Filter | undefined => readFilter(text).filter;

interface TermContext {
  searchBody(wanted: BodyText): void;
  use(prefix: string): void;
  report(problem: FilterProblem): void;
}

/** @returns undefined for what cannot be used */
function compile(node: FilterNode, context: TermContext): Compiled | undefined {
  switch (node.kind) {
    case "term":
      return compileTerm(node, context);
    case "not": {
      const part = compile(node.part, context);
      return part && { ...part, test: (subject) => !part.test(subject) };
    }
    default: {
      // tests that need no row run first
      const parts = node.parts
        .flatMap((part) => compile(part, context) ?? [])
        .toSorted((one, other) => Number(other.isCheap) - Number(one.isCheap));
      const isCheap = parts.every((part) => part.isCheap);
      if (parts.length === 0) return undefined;
      const test: Test =
        node.kind === "and"
          ? (subject) => parts.every((part) => part.test(subject))
          : (subject) => parts.some((part) => part.test(subject));
      return { test, isCheap };
    }
  }
}

const aliases: Readonly<Record<string, string>> = {
  initiator: "by",
  took: "dur",
  body: "text",
};

const cheap: ReadonlySet<string> = new Set(["dir", "by", "finding", "server", "text"]);

function compileTerm(term: FilterTerm, context: TermContext): Compiled | undefined {
  const prefix = aliases[term.prefix] ?? term.prefix;
  const pattern = term.isPattern ? compilePattern(term.value) : undefined;
  if (pattern && typeof pattern !== "function") {
    const start = term.valueAt + pattern.at;
    context.report({ code: "bad-pattern", reason: pattern.reason, start, end: term.end });
    return undefined;
  }
  const isWanted: TextTest = pattern
    ? (text) => pattern(text.toLowerCase())
    : (text) => text !== "" && text.toLowerCase().includes(term.value);
  if (prefix === "" && pattern) {
    const body: BodyText = { key: `/${term.value}/`, isIn: pattern };
    context.searchBody(body);
    const inWords = wordsTest(isWanted);
    return { test: (subject) => subject.holds(body) || inWords(subject), isCheap: false };
  }
  if (prefix === "") return { test: wordsTest(isWanted), isCheap: false };
  if (prefix === "text") {
    const key = pattern ? `/${term.value}/` : term.value;
    const body: BodyText = { key, isIn: pattern ?? ((text) => text.includes(term.value)) };
    context.searchBody(body);
    return { test: ({ holds }) => holds(body), isCheap: true };
  }
  const test = qualified(prefix, term.value, isWanted);
  if (typeof test === "function") {
    context.use(prefix);
    return { test, isCheap: cheap.has(prefix) };
  }
  if (test) {
    const { start, end } = term;
    context.report({ code: "unknown-value", prefix: term.prefix, known: test, start, end });
  }
  const whole = `${term.prefix}:${term.value}`;
  return { test: wordsTest((text) => text.toLowerCase().includes(whole)), isCheap: false };
}

/**
 * @returns the values that are known, if this is none of them; undefined for an unknown prefix
 */
function qualified(
  name: string,
  value: string,
  isWanted: TextTest,
): Test | readonly string[] | undefined {
  switch (name) {
    case "method":
      return ({ row }) => isWanted(row().method);
    case "tool":
      return ({ row }) => row().method === "tools/call" && isWanted(row().subject);
    case "id":
      return ({ row }) => row().ids.some((id) => id.toLowerCase() === value);
    case "dir":
      if (!directions.some((known) => known.startsWith(value))) return directions;
      return ({ direction }) => direction !== "none" && direction.startsWith(value);
    case "by": {
      const wanted = causeAliases[value] ?? value;
      const kinds: readonly string[] = causeKinds.filter((known) => known.startsWith(wanted));
      return (subject) => {
        const { kind, id = "" } = subject.initiator() ?? {};
        return kind !== undefined && (kinds.includes(kind) || isWanted(id));
      };
    }
    case "kind":
      if (!rowKinds.some((known) => known.startsWith(value))) return rowKinds;
      return ({ row }) => row().kinds.some((kind) => kind.startsWith(value));
    case "level": {
      const lowest = logLevels.findIndex((known) => known.startsWith(value));
      if (lowest < 0) return logLevels;
      return ({ row }) =>
        row().logs.some(({ level }) => logSeverity(level.toLowerCase()) >= lowest);
    }
    case "logger":
      return ({ row }) => row().logs.some(({ logger }) => isWanted(logger));
    case "server":
      return ({ isOfServer }) => isOfServer(value);
    case "finding":
      if (value === "any") return ({ findings }) => findings().length > 0;
      return ({ findings }) =>
        findings().some(({ severity, code }) => severity.startsWith(value) || isWanted(code));
    case "is":
      if ("asked".startsWith(value)) {
        return ({ direction, row }) => direction === "in" && row().kinds.includes("request");
      }
      if (!"problem".startsWith(value)) return ["problem", "asked"];
      return ({ row }) => row().tone === "warning" || row().tone === "violation";
    case "dur":
      return durationTest(value) ?? [];
    case "status":
      return /^[1-5](\d{0,2}|\dx|xx?)$/.test(value)
        ? ({ row }) => String(row().status ?? "").startsWith(value.replace(/x+$/, ""))
        : [];
    default:
      return undefined;
  }
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, m: 60_000 };

/** For example `>500ms`, `<=2s`, `1.5s`; without a unit milliseconds, without a sign at least that. */
function durationTest(value: string): Test | undefined {
  const [, sign, digits, unit = "ms"] =
    /^([<>]=?)?(\d{1,9}(?:\.\d{0,3})?)(ms|s|min|m)?$/.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const wanted = Number(digits) * (units[unit] ?? 1);
  return ({ row }) => {
    const { ms } = row();
    if (ms === undefined) return false;
    if (sign === ">") return ms > wanted;
    if (sign === "<") return ms < wanted;
    if (sign === "<=") return ms <= wanted;
    return ms >= wanted;
  };
}

const directions = ["in", "out"];

function wordsTest(isWanted: TextTest): Test {
  return (subject) => {
    const { method, subject: about, summary, state, kinds } = subject.row();
    return [method, about, summary, state?.words ?? "", ...kinds].some(isWanted);
  };
}
