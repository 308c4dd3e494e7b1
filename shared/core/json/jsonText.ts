/** Parses JSON into a tree with source positions and number literals. */
import { endOfString, skipSpace } from "./tokenRanges.ts";

/** A path from the root: member names and item indices. */
export type Path = readonly (string | number)[];

interface Span {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}

export interface JsonMember {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: JsonNode;
}

export type JsonNode = Span &
  (
    | { readonly kind: "object"; readonly members: readonly JsonMember[] }
    | { readonly kind: "array"; readonly items: readonly JsonNode[] }
    | { readonly kind: "string"; readonly value: string }
    | { readonly kind: "number"; readonly literal: string }
    | { readonly kind: "boolean"; readonly value: boolean }
    | { readonly kind: "null" }
  );

/** A parsed tree or the first error. `root` is undefined if the text is blank. */
export type ParsedJson =
  | { readonly kind: "tree"; readonly root: JsonNode | undefined }
  | ({ readonly kind: "broken" | "duplicate" } & TextProblem);

/** What is wrong at a place of a text; `web/form/messages/jsonMessages.ts` has the sentences. */
export type JsonFault =
  | { readonly code: "text-after-value" | "text-ends" | "colon-missing" }
  | { readonly code: "name-missing" | "comma-before-brace" | "invalid-name" | "invalid-string" }
  | { readonly code: "comma-missing" | "value-missing"; readonly close: "]" | "}" }
  | { readonly code: "duplicate-name"; readonly name: string }
  /** `found` is a word, or one character that cannot start a word. */
  | { readonly code: "not-a-value"; readonly found: string; readonly isWord: boolean };

/** The first error of a text; line and column start at 1 and count UTF-16 units. */
export interface TextProblem {
  readonly fault: JsonFault;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Container = Mutable<Extract<JsonNode, { kind: "object" | "array" }>>;
interface Frame {
  readonly node: Container;
  readonly keys: Set<string>;
  pending: { key: string; keySpan: Span } | undefined;
}
type Expectation = "value" | "item or ]" | "key" | "key or }" | "colon" | "comma or end";

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordToken = /[A-Za-z0-9_$+.-]+/y;

/**
 * Parses strict JSON. Iterative, so that deep nesting cannot exhaust the stack.
 *
 * @param text any text; blank text is a tree without a root
 */
export function parseJson(text: string): ParsedJson {
  const stack: Frame[] = [];
  let root: JsonNode | undefined;
  let at = skipSpace(text, 0);
  let expect: Expectation = "value";
  if (at === text.length) return { kind: "tree", root: undefined };

  const fail = (fault: JsonFault): ParsedJson => ({
    kind: fault.code === "duplicate-name" ? "duplicate" : "broken",
    fault,
    offset: at,
    ...position(text, at),
  });
  const place = (node: JsonNode) => {
    const frame = stack.at(-1);
    if (frame === undefined) root = node;
    else if (frame.node.kind === "array") (frame.node.items as JsonNode[]).push(node);
    else if (frame.pending)
      (frame.node.members as JsonMember[]).push({ ...frame.pending, value: node });
    expect = "comma or end";
  };

  for (;;) {
    at = skipSpace(text, at);
    const frame = stack.at(-1);
    if (expect === "comma or end" && frame === undefined) {
      return at === text.length ? { kind: "tree", root } : fail({ code: "text-after-value" });
    }
    if (at === text.length) return fail({ code: "text-ends" });
    const char = text[at] as string;

    if (expect === "colon") {
      if (char !== ":") return fail({ code: "colon-missing" });
      at += 1;
      expect = "value";
      continue;
    }
    if (expect === "comma or end" && frame) {
      const close = frame.node.kind === "array" ? "]" : "}";
      if (char === ",") expect = frame.node.kind === "array" ? "value" : "key";
      else if (char === close) {
        stack.pop();
        frame.node.end = at + 1;
      } else return fail({ code: "comma-missing", close });
      at += 1;
      continue;
    }
    if (expect === "key or }" || expect === "key") {
      if (char === "}" && expect === "key or }") {
        expect = "comma or end";
        continue;
      }
      if (char !== '"') return fail({ code: char === "}" ? "comma-before-brace" : "name-missing" });
      const end = endOfString(text, at);
      const key = readString(text, at, end);
      if (key === undefined) return fail({ code: "invalid-name" });
      if (frame?.keys.has(key)) return fail({ code: "duplicate-name", name: key });
      frame?.keys.add(key);
      if (frame) frame.pending = { key, keySpan: { start: at, end } };
      at = end;
      expect = "colon";
      continue;
    }

    if (char === "]" && expect === "item or ]") {
      expect = "comma or end";
      continue;
    }
    if (char === "{" || char === "[") {
      const node: Container =
        char === "{"
          ? { kind: "object", members: [], start: at, end: at }
          : { kind: "array", items: [], start: at, end: at };
      place(node);
      stack.push({ node, keys: new Set(), pending: undefined });
      expect = char === "{" ? "key or }" : "item or ]";
      at += 1;
      continue;
    }
    const scalar = readScalar(text, at);
    if ("code" in scalar) return fail(scalar);
    place(scalar);
    at = scalar.end;
  }
}

/**
 * The first name that is twice in an object of a text. `JSON.parse` takes the last of them, other
 * readers the first: what was judged here may not be what a server reads.
 */
export function duplicateName(text: string): string | undefined {
  const read = parseJson(text);
  const { fault } = read.kind === "tree" ? {} : read;
  return fault?.code === "duplicate-name" ? fault.name : undefined;
}

/** Finds the node at a path. */
export function nodeAt(root: JsonNode | undefined, path: Path): JsonNode | undefined {
  let node = root;
  for (const step of path) {
    if (node?.kind === "object") node = node.members.find((member) => member.key === step)?.value;
    else if (node?.kind === "array" && typeof step === "number") node = node.items[step];
    else return undefined;
  }
  return node;
}

/** Whether the whole text is one JSON number. */
export function isNumberLiteral(text: string): boolean {
  return text !== "" && skip(numberToken, text, 0) === text.length;
}

/** Parses a scalar at an offset. */
function readScalar(text: string, start: number): JsonNode | JsonFault {
  const char = text[start] as string;
  if (char === '"') {
    const end = endOfString(text, start);
    const value = readString(text, start, end);
    return value === undefined ? { code: "invalid-string" } : { kind: "string", value, start, end };
  }
  const end = skip(wordToken, text, start);
  const word = text.slice(start, end);
  if (isNumberLiteral(word)) return { kind: "number", literal: word, start, end };
  if (word === "true" || word === "false")
    return { kind: "boolean", value: word === "true", start, end };
  if (word === "null") return { kind: "null", start, end };
  if (char === "]" || char === "}") return { code: "value-missing", close: char };
  return { code: "not-a-value", found: word || char, isWord: word !== "" };
}

function skip(token: RegExp, text: string, from: number): number {
  token.lastIndex = from;
  return token.test(text) ? token.lastIndex : from;
}

/** @returns undefined if it is not closed, or has invalid escapes or control characters */
function readString(text: string, start: number, end: number): string | undefined {
  if (end < 0) return undefined;
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return undefined;
  }
}

function position(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
