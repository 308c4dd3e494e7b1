/** Reads the part of TOML that configuration files of MCP clients use. */

type TomlValue = string | number | boolean | readonly TomlValue[] | TomlTable;
export interface TomlTable {
  readonly [key: string]: TomlValue;
}

type MutableTable = { [key: string]: TomlValue };

class TomlError extends Error {}

const maxDepth = 20;

/**
 * Reads tables, dotted keys, strings of all four kinds, numbers, booleans, arrays and inline tables.
 * Dates and arrays of tables are not read.
 * @returns the document, or the line (from 1) of what could not be read
 * @see https://toml.io/en/v1.0.0
 */
export function readToml(text: string): { readonly table: TomlTable } | { readonly line: number } {
  let at = 0;
  const root = emptyTable();
  let current = root;

  const fail = (): never => {
    throw new TomlError();
  };
  const char = () => text.charAt(at);
  const skipSpace = () => {
    while (char() === " " || char() === "\t") at++;
  };
  /** Spaces, line breaks and comments. */
  const skipAll = () => {
    for (;;) {
      if (/\s/.test(char())) at++;
      else if (char() === "#") skipComment();
      else return;
    }
  };
  const skipComment = () => {
    while (at < text.length && char() !== "\n") at++;
  };
  const take = (expected: string) => {
    if (!text.startsWith(expected, at)) fail();
    at += expected.length;
  };

  const readKey = (): string[] => {
    const names: string[] = [];
    for (;;) {
      skipSpace();
      if (char() === '"' || char() === "'") names.push(readString());
      else {
        const start = at;
        while (/[\w-]/.test(char())) at++;
        names.push(at > start ? text.slice(start, at) : fail());
      }
      skipSpace();
      if (names.length > maxDepth) fail();
      if (char() !== ".") return names;
      at++;
    }
  };

  const readString = (): string => {
    const quote = char();
    if (text.startsWith(quote.repeat(3), at)) return readLongString(quote);
    at++;
    let value = "";
    for (;;) {
      const next = char();
      if (next === "" || next === "\n") fail();
      at++;
      if (next === quote) return value;
      value += next === "\\" && quote === '"' ? readEscape() : next;
    }
  };

  const readLongString = (quote: string): string => {
    const mark = quote.repeat(3);
    at += 3;
    if (char() === "\r") at++;
    if (char() === "\n") at++;
    let value = "";
    for (;;) {
      if (at >= text.length) fail();
      if (text.startsWith(mark, at)) {
        at += 3;
        return value;
      }
      const next = char();
      at++;
      value += next === "\\" && quote === '"' ? readEscape() : next;
    }
  };

  const readEscape = (): string => {
    const letter = char();
    at++;
    const simple = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" }[letter];
    if (simple !== undefined) return simple;
    const length = letter === "u" ? 4 : letter === "U" ? 8 : fail();
    const digits = text.slice(at, at + length);
    const code = Number.parseInt(digits, 16);
    if (!/^[0-9a-f]+$/i.test(digits) || digits.length < length || code > 0x10ffff) fail();
    at += length;
    return String.fromCodePoint(code);
  };

  const readValue = (depth: number): TomlValue => {
    if (depth > maxDepth) fail();
    const first = char();
    if (first === '"' || first === "'") return readString();
    if (first === "[") return readArray(depth);
    if (first === "{") return readInlineTable(depth);
    const start = at;
    while (/[\w.+-]/.test(char())) at++;
    const word = text.slice(start, at);
    if (word === "true" || word === "false") return word === "true";
    const digits = word.replaceAll("_", "");
    return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits) ? Number(digits) : fail();
  };

  const readArray = (depth: number): readonly TomlValue[] => {
    const values: TomlValue[] = [];
    take("[");
    for (;;) {
      skipAll();
      if (char() === "]") break;
      values.push(readValue(depth + 1));
      skipAll();
      if (char() !== ",") break;
      at++;
    }
    take("]");
    return values;
  };

  const readInlineTable = (depth: number): TomlTable => {
    const table = emptyTable();
    take("{");
    for (;;) {
      skipAll();
      if (char() === "}") break;
      readPair(table, depth + 1);
      skipAll();
      if (char() !== ",") break;
      at++;
    }
    take("}");
    return table;
  };

  const readPair = (table: MutableTable, depth: number) => {
    const names = readKey();
    take("=");
    skipSpace();
    const value = readValue(depth);
    const last = names.pop() ?? "";
    tableAt(table, names, fail)[last] = value;
  };

  try {
    for (skipAll(); at < text.length; skipAll()) {
      if (char() === "[") {
        at++;
        const names = readKey();
        take("]");
        current = tableAt(root, names, fail);
      } else readPair(current, 0);
      skipSpace();
      if (char() === "#") skipComment();
      if (char() === "\r") at++;
      if (at < text.length && char() !== "\n") fail();
    }
    return { table: root };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { line: text.slice(0, at).split("\n").length };
  }
}

/** Without a prototype, so that no key has a special meaning. */
const emptyTable = (): MutableTable => Object.create(null) as MutableTable;

function tableAt(table: MutableTable, names: readonly string[], fail: () => never): MutableTable {
  let found = table;
  for (const name of names) {
    const inner = found[name] ?? emptyTable();
    found[name] = inner;
    if (typeof inner !== "object" || Array.isArray(inner)) fail();
    found = inner as MutableTable;
  }
  return found;
}
