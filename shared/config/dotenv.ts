/** Parses `.env` files. */

interface Dotenv {
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** The first line with a syntax error, starting at 1. */
  readonly wrong: number | undefined;
}

/** A name, and the position of its value. */
const assigned = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/;

/** What may follow a quoted value. */
const afterQuotes = /^(?:[ \t]+#[^\n]*|[ \t]*)$/;

/** Characters and lines of one value in quotes; keys have a few thousand. */
const maxValueLength = 100_000;
const maxLines = 1000;

const blank = /^[ \t]*(?:#[^\n]*)?$/;

/**
 * Parses `NAME=value` lines: comments and `export` are skipped, quotes are removed, and the escapes
 * `\n`, `\r`, `\t`, `\"` and `\\` work in double quotes. Variables are not expanded.
 */
export function parseDotenv(text: string): Dotenv {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const variables = new Map<string, string>();
  let wrong: number | undefined;
  for (let at = 0; at < lines.length; ) {
    const read = readAt(lines, at);
    if (read?.variable) variables.set(...read.variable);
    if (!read) wrong ??= at + 1;
    at += read?.lines ?? 1;
  }
  return { variables: [...variables], wrong };
}

interface ParsedAssignment {
  readonly variable: readonly [name: string, value: string] | undefined;
  readonly lines: number;
}

function readAt(lines: readonly string[], at: number): ParsedAssignment | undefined {
  const first = lines[at] ?? "";
  if (blank.test(first)) return { variable: undefined, lines: 1 };
  const match = assigned.exec(first);
  if (!match) return undefined;
  const [{ length }, name = ""] = match;
  const quoted = quotedAt(lines, at, length);
  if (quoted) return { variable: [name, quoted.value], lines: quoted.lines };
  return { variable: [name, plainValue(first.slice(length))], lines: 1 };
}

/**
 * A value in quotes, which may continue on the next lines.
 * @returns undefined if there is none, or its quote is not closed at the end of a line
 */
function quotedAt(lines: readonly string[], at: number, from: number) {
  const quote = lines[at]?.[from] ?? "";
  if (!/["'`]/.test(quote)) return undefined;
  let value = "";
  for (let line = at; line < Math.min(lines.length, at + maxLines); line++) {
    const text = lines[line] ?? "";
    const start = line === at ? from + 1 : 0;
    const end = endOfQuotes(text, quote, start);
    value += text.slice(start, end);
    if (value.length > maxValueLength) return undefined;
    if (end < text.length) {
      if (!afterQuotes.test(text.slice(end + 1))) return undefined;
      return { value: quote === '"' ? unescaped(value) : value, lines: line - at + 1 };
    }
    value += "\n";
  }
  return undefined;
}

/** The position of the closing quote; the length of the text if there is none. */
function endOfQuotes(text: string, quote: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (text[at] === "\\" && quote === '"') at++;
  }
  return text.length;
}

/** The value up to the end of the line, or to a comment. */
function plainValue(text: string): string {
  const comment = /[ \t]#/.exec(text);
  return (comment ? text.slice(0, comment.index) : text).trimEnd();
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function unescaped(text: string): string {
  return text.replace(/\\([nrt"\\])/g, (_, char: string) => escapes[char] ?? char);
}
