/** Reads values of YAML within one line: quoted texts, lists in brackets, mappings in braces. */
import { YamlProblem } from "./yamlProblem.ts";
import { plainValue, withoutEnd } from "./yamlScalar.ts";

interface ReadValue {
  readonly value: unknown;
  /** The index behind it. */
  readonly end: number;
}

const maxDepth = 32;

/** @throws {YamlProblem} if a value without quotes cannot begin like this */
export function firstOfPlain(text: string, line: number): void {
  const [first = "", second = ""] = text;
  if ("&*!".includes(first)) {
    throw new YamlProblem("unsupported", line, "an anchor, an alias or a tag");
  }
  if ("%@`|>,]}[{#".includes(first) || ("-?:".includes(first) && /^(?:[ \t]|)$/.test(second))) {
    throw new YamlProblem("invalid", line, `a value that begins with ${first} needs quotes`);
  }
}

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  N: "\u{85}",
  _: "\u{a0}",
  L: "\u{2028}",
  P: "\u{2029}",
};
const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** @param start of the quotation mark */
export function readQuoted(text: string, start: number, line: number): ReadValue {
  const quote = text[start];
  let value = "";
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] as string;
    if (char === quote) {
      if (quote === '"' || text[at + 1] !== "'") return { value, end: at + 1 };
      value += "'";
      at++;
    } else if (char === "\\" && quote === '"') {
      const code = text[at + 1] ?? "";
      const simple = escapes[code];
      const width = hexDigits[code] ?? 0;
      const digits = text.slice(at + 2, at + 2 + width);
      const point = /^[\da-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
      if (simple === undefined && !(digits.length === width && point <= 0x10ffff)) {
        throw new YamlProblem("invalid", line, `the escape \\${code} does not exist`);
      }
      value += simple ?? String.fromCodePoint(point);
      at += 1 + width;
    } else value += char;
  }
  throw new YamlProblem("unsupported", line, "a quoted value that does not end on its line");
}

/** @param start of the bracket or brace */
export function readFlow(text: string, start: number, line: number, depth = 0): ReadValue {
  if (depth > maxDepth) throw new YamlProblem("unsupported", line, "it is nested too deeply");
  const isList = text[start] === "[";
  const close = isList ? "]" : "}";
  const items: unknown[] = [];
  const members = new Map<string, unknown>();
  let at = afterSpaces(text, start + 1);
  while (text[at] !== close) {
    if (isList) {
      const item = readFlowValue(text, at, line, depth);
      items.push(item.value);
      at = afterSpaces(text, item.end);
    } else {
      const key = readFlowValue(text, at, line, depth);
      at = afterSpaces(text, key.end);
      if (typeof key.value !== "string" || text[at] !== ":" || !/[ \t]/.test(text[at + 1] ?? "")) {
        throw new YamlProblem("unsupported", line, "a mapping in braces without keys and values");
      }
      if (members.has(key.value)) {
        throw new YamlProblem("invalid", line, `the key ${key.value} is there twice`);
      }
      const item = readFlowValue(text, afterSpaces(text, at + 1), line, depth);
      members.set(key.value, item.value);
      at = afterSpaces(text, item.end);
    }
    if (text[at] === ",") at = afterSpaces(text, at + 1);
    else if (text[at] !== close) {
      throw new YamlProblem(
        "unsupported",
        line,
        "brackets or braces that do not end on their line",
      );
    }
  }
  return { value: isList ? items : Object.fromEntries(members), end: at + 1 };
}

function readFlowValue(text: string, at: number, line: number, depth: number): ReadValue {
  const first = text[at];
  if (first === "[" || first === "{") return readFlow(text, at, line, depth + 1);
  if (first === '"' || first === "'") return readQuoted(text, at, line);
  let end = at;
  for (; end < text.length; end++) {
    const char = text[end] as string;
    if (",[]{}".includes(char)) break;
    if (char === ":" && /^[ \t,[\]{}]?$/.test(text[end + 1] ?? "")) break;
    if (char === "#" && /[ \t]/.test(text[end - 1] ?? "")) break;
  }
  const plain = withoutEnd(text.slice(at, end), " \t");
  if (plain === "" || /[[{]/.test(text[end] ?? "")) {
    throw new YamlProblem("unsupported", line, "an empty value in brackets or braces");
  }
  firstOfPlain(plain, line);
  return { value: plainValue(plain, line), end: at + plain.length };
}

function afterSpaces(text: string, start: number): number {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}
