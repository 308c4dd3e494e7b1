/**
 * Reads the frontmatter of a `SKILL.md`: the part of YAML 1.2 that people write there. What is outside
 * that part, such as anchors, tags and quotes over several lines, is reported, never read in another
 * way than a full parser would.
 */
import type { JsonObject } from "../core/json/jsonObject.ts";
import { firstOfPlain, readFlow, readQuoted } from "./yamlInline.ts";
import { YamlProblem } from "./yamlProblem.ts";
import { plainValue, withoutEnd } from "./yamlScalar.ts";

export type FrontmatterReading =
  | { readonly kind: "read"; readonly value: JsonObject; readonly body: string }
  /** The file does not begin with frontmatter, or it has no end. */
  | { readonly kind: "none" }
  | {
      /** `unsupported`: YAML that is not read here. */
      readonly kind: "invalid" | "unsupported";
      /** Of the file, counted from 1. */
      readonly line: number;
      readonly reason: string;
      readonly body: string;
    };

/** UTF-16 code units of frontmatter that are read. */
const maxLength = 64 * 1024;
const maxDepth = 32;

/** @param text the content of a `SKILL.md` */
export function readFrontmatter(text: string): FrontmatterReading {
  const whole = (text.startsWith("\u{feff}") ? text.slice(1) : text).replace(/\r\n?/g, "\n");
  const start = /^---[ \t]*\n/.exec(whole);
  if (!start) return { kind: "none" };
  const end = /^---[ \t]*$/m.exec(whole.slice(start[0].length));
  if (!end) return { kind: "none" };
  const yaml = whole.slice(start[0].length, start[0].length + end.index);
  const body = whole.slice(start[0].length + end.index + end[0].length).replace(/^\n/, "");
  if (yaml.length > maxLength) {
    const reason = `it is longer than ${maxLength.toLocaleString("en")} characters`;
    return { kind: "unsupported", line: 1, reason, body };
  }
  try {
    return { kind: "read", value: readDocument(yaml), body };
  } catch (cause) {
    if (!(cause instanceof YamlProblem)) throw cause;
    // the first line of the file is the one with the three dashes
    return { kind: cause.kind, line: cause.line + 2, reason: cause.message, body };
  }
}

interface Line {
  /** Counted from 0. */
  readonly at: number;
  readonly indent: number;
  /** Without the indentation and spaces at its end. */
  readonly text: string;
  readonly raw: string;
}

/** Other white space is part of a value. */
const trimmed = (text: string) => withoutEnd(text.replace(/^[ \t]+/, ""), " \t");

const isBlank = ({ text }: Line) => text === "" || text.startsWith("#");
const isItem = ({ text }: Line) => /^-(?:[ \t]|$)/.test(text);

function readDocument(yaml: string): JsonObject {
  const lines = yaml.split("\n").map((raw, at): Line => {
    const indent = /^ */.exec(raw)?.[0].length ?? 0;
    return { at, indent, raw, text: withoutEnd(raw.slice(indent), " \t") };
  });
  const reader = createReader(lines);
  const first = reader.peek();
  if (!first) return {};
  if (isItem(first) || !splitKey(first)) {
    throw new YamlProblem("invalid", first.at, "it is not a mapping of keys to values");
  }
  const value = reader.mapping(first.indent, 0);
  const rest = reader.peek();
  if (rest) throw new YamlProblem("invalid", rest.at, "its indentation fits nothing before it");
  return value;
}

function createReader(given: readonly Line[]) {
  const lines = [...given];
  let at = 0;

  const peek = (): Line | undefined => {
    while (at < lines.length && isBlank(lines[at] as Line)) at++;
    const line = lines[at];
    if (line?.text.startsWith("\t")) {
      throw new YamlProblem("invalid", line.at, "a tab is no indentation");
    }
    return line;
  };

  const checkDepth = (depth: number) => {
    if (depth > maxDepth) {
      throw new YamlProblem("unsupported", lines[at]?.at ?? 0, "it is nested too deeply");
    }
  };

  const mapping = (indent: number, depth: number): JsonObject => {
    checkDepth(depth);
    const members = new Map<string, unknown>();
    for (let line = peek(); line && line.indent >= indent; line = peek()) {
      if (line.indent > indent) {
        throw new YamlProblem("invalid", line.at, "its indentation fits nothing before it");
      }
      if (isItem(line)) break;
      const found = splitKey(line);
      if (!found) throw new YamlProblem("invalid", line.at, "a key with a colon is expected");
      if (members.has(found.key)) {
        throw new YamlProblem("invalid", line.at, `the key ${found.key} is there twice`);
      }
      at++;
      members.set(found.key, valueAfter(found.rest, line, depth, true));
    }
    return Object.fromEntries(members);
  };

  const sequence = (indent: number, depth: number): readonly unknown[] => {
    checkDepth(depth);
    const items: unknown[] = [];
    for (let line = peek(); line && line.indent >= indent; line = peek()) {
      if (line.indent > indent) {
        throw new YamlProblem("invalid", line.at, "its indentation fits nothing before it");
      }
      if (!isItem(line)) break;
      const rest = trimmed(line.text.slice(1));
      const inner = { ...line, indent: indent + line.text.length - rest.length, text: rest };
      if (rest !== "" && !rest.startsWith("#") && (isItem(inner) || splitKey(inner))) {
        if (line.text.slice(0, line.text.length - rest.length).includes("\t")) {
          throw new YamlProblem("invalid", line.at, "a tab is no indentation");
        }
        lines[at] = inner;
        items.push(block(inner, depth + 1));
      } else {
        at++;
        items.push(valueAfter(rest, line, depth, false));
      }
    }
    return items;
  };

  /** A value that begins on a line of its own. */
  const block = (line: Line, depth: number): unknown => {
    if (isItem(line)) return sequence(line.indent, depth);
    if (splitKey(line)) return mapping(line.indent, depth);
    at++;
    return scalar(line.text, line, line.indent - 1);
  };

  /** @param mayBeLevel whether the items of a list may be as far left as its key */
  const valueAfter = (rest: string, line: Line, depth: number, mayBeLevel: boolean): unknown => {
    if (rest !== "" && !rest.startsWith("#")) return scalar(rest, line, line.indent);
    const next = peek();
    if (next && next.indent > line.indent) return block(next, depth + 1);
    const isLevel = mayBeLevel && next?.indent === line.indent && isItem(next);
    return isLevel ? sequence(line.indent, depth + 1) : null;
  };

  const scalar = (text: string, line: Line, parentIndent: number): unknown => {
    const start = text[0] ?? "";
    if (start === "|" || start === ">") return blockScalar(text, line, parentIndent);
    if (start === '"' || start === "'") return endOfLine(text, readQuoted(text, 0, line.at), line);
    if (start === "[" || start === "{") return endOfLine(text, readFlow(text, 0, line.at), line);
    firstOfPlain(text, line.at);
    return plain(text, line, parentIndent);
  };

  /** A plain value may go on in lines that are further to the right. */
  const plain = (text: string, line: Line, parentIndent: number): unknown => {
    const comment = text.search(/[ \t]#/);
    let value = comment < 0 ? text : trimmed(text.slice(0, comment));
    checkPlain(value, line);
    let empty = 0;
    let isLonger = false;
    for (let next = lines[at]; comment < 0 && next; next = lines[at]) {
      if (next.text === "") empty++;
      else if (next.indent <= parentIndent || next.text.startsWith("#")) break;
      else {
        if (/[ \t]#/.test(next.text) || next.text.startsWith("\t")) {
          throw new YamlProblem("unsupported", next.at, "a comment or tab within a long value");
        }
        checkPlain(next.text, next);
        value += (empty > 0 ? "\n".repeat(empty) : " ") + next.text;
        empty = 0;
        isLonger = true;
      }
      at++;
    }
    return isLonger ? value : plainValue(value, line.at);
  };

  const blockScalar = (header: string, line: Line, parentIndent: number): string => {
    const [, style, chomping = ""] = /^([|>])([+-]?)(?:[ \t]+#.*)?$/.exec(header) ?? [];
    if (style === undefined) {
      throw new YamlProblem("unsupported", line.at, "an indentation indicator");
    }
    const contents: string[] = [];
    let indent: number | undefined;
    for (let next = lines[at]; next; next = lines[at]) {
      const isEmpty = /^ *$/.test(next.raw);
      if (!isEmpty && indent === undefined) {
        if (next.indent <= parentIndent) break;
        indent = next.indent;
        if (contents.some((before) => before.length > next.indent)) {
          throw new YamlProblem("invalid", next.at, "an empty line before it is further right");
        }
        contents.fill("");
      }
      if (!isEmpty && next.indent < (indent ?? 0)) break;
      // the spaces of an empty line count only beyond the indentation
      contents.push(indent === undefined ? next.raw : next.raw.slice(indent));
      at++;
    }
    if (indent === undefined) contents.fill("");
    return chomped(style === ">" ? folded(contents) : contents.join("\n"), contents, chomping);
  };

  return { peek, mapping };
}

/** What ends a block of lines: by default one line break. */
function chomped(text: string, contents: readonly string[], chomping: string): string {
  const value = withoutEnd(text, "\n");
  if (chomping === "-" || (value === "" && chomping === "")) return value;
  if (chomping === "") return `${value}\n`;
  const last = contents.findLastIndex((line) => line !== "");
  return value + "\n".repeat(contents.length - last - (last < 0 ? 1 : 0));
}

/** Joins lines by spaces; empty lines and lines that are further to the right stay. */
function folded(contents: readonly string[]): string {
  let text = "";
  let empty = 0;
  let before: string | undefined;
  for (const line of contents) {
    if (line === "") {
      empty++;
      continue;
    }
    const isKept = (each: string | undefined) => each === undefined || /^[ \t]/.test(each);
    if (before === undefined) text += "\n".repeat(empty);
    else if (isKept(line) || isKept(before)) text += "\n".repeat(empty + 1);
    else text += empty === 0 ? " " : "\n".repeat(empty);
    text += line;
    before = line;
    empty = 0;
  }
  return text;
}

function endOfLine(text: string, { value, end }: { value: unknown; end: number }, line: Line) {
  if (/^(?:[ \t]*|[ \t]+#.*)$/.test(text.slice(end))) return value;
  throw new YamlProblem("invalid", line.at, "something follows the end of a value");
}

function checkPlain(text: string, line: Line) {
  if (/:(?:[ \t]|$)/.test(text)) {
    throw new YamlProblem("invalid", line.at, "a value with a colon and a space needs quotes");
  }
}

/** The key at the start of a line, and what follows its colon; undefined if there is none. */
function splitKey({ text, at }: Line): { readonly key: string; readonly rest: string } | undefined {
  const isQuoted = text.startsWith('"') || text.startsWith("'");
  if (isQuoted) {
    const { value, end } = readQuoted(text, 0, at);
    if (!/^[ \t]*:(?:[ \t]|$)/.test(text.slice(end))) return undefined;
    return { key: String(value), rest: trimmed(text.slice(text.indexOf(":", end) + 1)) };
  }
  if (/^\?(?:[ \t]|$)/.test(text)) throw new YamlProblem("unsupported", at, "a complex key");
  if (/^[[\]{}&*!|>%@`#,]/.test(text)) return undefined;
  const colon = text.search(/:(?:[ \t]|$)/);
  const comment = text.search(/[ \t]#/);
  if (colon <= 0 || (comment >= 0 && comment < colon)) return undefined;
  const key = trimmed(text.slice(0, colon));
  if (typeof plainValue(key, at) !== "string") {
    throw new YamlProblem("unsupported", at, `a key that is no text: ${key}`);
  }
  return { key, rest: trimmed(text.slice(colon + 1)) };
}
