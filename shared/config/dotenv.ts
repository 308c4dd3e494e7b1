/** Parses `.env` files. */

export interface Dotenv {
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** The first line with a syntax error, starting at 1. */
  readonly wrong: number | undefined;
}

/** A name with a quoted value, which may span lines, or a value up to the end of the line. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(?:"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'|`([^`]*)`|([^\n]*?))(?:[ \t]+#[^\n]*|[ \t]*)$/;

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
  /** Number of lines consumed. */
  readonly lines: number;
}

function readAt(lines: readonly string[], at: number): ParsedAssignment | undefined {
  const first = lines[at] ?? "";
  if (blank.test(first)) return { variable: undefined, lines: 1 };
  const own = variableOf(first);
  // an unclosed quote continues on the next lines
  if (!own || !opensQuote(first) || !/^["'`]/.test(own[1])) {
    return own && { variable: own, lines: 1 };
  }
  let whole = first;
  for (let end = at + 1; end < lines.length; end++) {
    whole += `\n${lines[end]}`;
    const variable = variableOf(whole);
    if (variable && !/^["'`]/.test(variable[1])) return { variable, lines: end - at + 1 };
  }
  return { variable: own, lines: 1 };
}

function opensQuote(line: string): boolean {
  return /=[ \t]*["'`]/.test(line);
}

function variableOf(text: string): readonly [name: string, value: string] | undefined {
  const match = assignment.exec(text);
  if (!match) return undefined;
  const [, name = "", double, single, back, plain = ""] = match;
  if (double !== undefined) return [name, unescaped(double)];
  return [name, single ?? back ?? plain];
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function unescaped(text: string): string {
  return text.replace(/\\([nrt"\\])/g, (_, char: string) => escapes[char] ?? char);
}
