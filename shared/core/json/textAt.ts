/** Extracts the source text of a value from JSON text, without parsing the rest. */
import {
  closeBrace,
  closeBracket,
  endOfString,
  endOfToken,
  isPunctuation,
  openBrace,
  openBracket,
  quote,
  skipSpace,
} from "./tokenRanges.ts";

/** Offsets of a value in its text; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Names and indices from the root of a JSON text to a value; the last of duplicate names counts, as
 * in `JSON.parse`.
 */
export type ValuePath = readonly (string | number)[];

/**
 * Extracts the source text of the value at a path.
 * @returns undefined if there is no such value, or the text is not JSON before its end
 */
export function textAt(text: string, path: ValuePath): string | undefined {
  const range = rangeAt(text, path);
  return range && text.slice(range.start, range.end);
}

/**
 * Extracts the beginning of the value at a path, without reading the text to its end.
 * @param length UTF-16 code units that are returned at most; twice as many are looked at
 * @returns undefined if no such value begins there; of duplicate names in a text that is longer than
 * what is looked at, the first counts
 */
export function beginningAt(
  text: string,
  path: ValuePath,
  length: number,
): { readonly text: string; readonly isCut: boolean } | undefined {
  const head = text.slice(0, 2 * length);
  const start =
    head.length === text.length
      ? rangeAt(text, path)?.start
      : path.reduce<number | undefined>(
          (open, key) => (open === undefined ? undefined : childStart(head, open, key)),
          skipSpace(head, 0),
        );
  if (start === undefined) return undefined;
  const end = valueFrom(head, start)?.end ?? Number.POSITIVE_INFINITY;
  const isCut = end > start + length;
  return { text: head.slice(start, isCut ? start + length : end), isCut };
}

/**
 * Finds the value at a path, in time proportional to the length of the text and in constant memory.
 */
export function rangeAt(text: string, path: ValuePath): TextRange | undefined {
  let found = valueFrom(text, 0, path.length > 0);
  for (const key of path) found = found && child(text, found.start, key);
  return found;
}

/** Finds the value at the first of several paths that exists. */
export function firstRange(text: string, paths: readonly ValuePath[]): TextRange | undefined {
  for (const path of paths) {
    const range = rangeAt(text, path);
    if (range) return range;
  }
  return undefined;
}

/** A member or an item of a container. */
interface Child {
  /** Undefined for a name with invalid escapes. */
  readonly key: string | number | undefined;
  /** Where its name begins, or the item itself. */
  readonly start: number;
  readonly valueStart: number;
  /** Undefined if the text ends inside it. */
  readonly value: TextRange | undefined;
}

/** Lists the children of the container that starts at `open`, as far as they can be read. */
function* childrenOf(text: string, open: number): Generator<Child> {
  const isObject = text[open] === "{";
  if (!isObject && text[open] !== "[") return;
  for (let at = open + 1, index = 0; ; at++, index++) {
    const name = isObject ? nameFrom(text, at) : undefined;
    if (isObject && !name) return;
    const valueStart = skipSpace(text, name?.valueFrom ?? at);
    const value = valueFrom(text, valueStart);
    const key = name ? nameOf(text, name) : index;
    yield { key, start: name?.start ?? valueStart, valueStart, value };
    if (!value) return;
    at = skipSpace(text, value.end);
    if (text[at] !== ",") return;
  }
}

/** Finds the value of a member or an item of the container that starts at `open`. */
function child(text: string, open: number, wanted: string | number): TextRange | undefined {
  let found: TextRange | undefined;
  for (const { key, value } of childrenOf(text, open)) {
    if (key !== wanted || !value) continue;
    if (typeof key === "number") return value;
    found = value;
  }
  return found;
}

/** Finds where the first value of a name, or an item, of the container that starts at `open` begins. */
function childStart(text: string, open: number, wanted: string | number): number | undefined {
  for (const { key, valueStart } of childrenOf(text, open)) if (key === wanted) return valueStart;
  return undefined;
}

/**
 * Finds the members of an object, each from its name to the end of its value.
 * @param open offset of the opening brace
 */
export function membersAt(text: string, open: number): readonly (TextRange & Pick<Child, "key">)[] {
  return [...childrenOf(text, open)].flatMap(({ key, start, value }) =>
    value ? [{ key, start, end: value.end }] : [],
  );
}

/**
 * Finds all members of an object by name, or all items of an array by index, in one pass.
 * @param open offset of the opening brace or bracket
 */
export function childrenAt(text: string, open: number): ReadonlyMap<string | number, TextRange> {
  const children = new Map<string | number, TextRange>();
  for (const { key, value } of childrenOf(text, open)) {
    if (key !== undefined && value) children.set(key, value);
  }
  return children;
}

/** Reads the name of a member and the colon after it. */
function nameFrom(
  text: string,
  at: number,
): (TextRange & { readonly valueFrom: number }) | undefined {
  const name = valueFrom(text, at);
  if (!name || text[name.start] !== '"') return undefined;
  const colon = skipSpace(text, name.end);
  return text[colon] === ":" ? { ...name, valueFrom: colon + 1 } : undefined;
}

function nameOf(text: string, { start, end }: TextRange): string | undefined {
  const source = text.slice(start, end);
  if (!source.includes("\\")) return source.slice(1, -1);
  try {
    return JSON.parse(source) as string;
  } catch {
    return undefined;
  }
}

/**
 * Reads the value after white space.
 * @param isOpenEnded whether a container may miss its end
 */
function valueFrom(text: string, from: number, isOpenEnded = false): TextRange | undefined {
  const start = skipSpace(text, from);
  const code = text.charCodeAt(start);
  if (code === quote) {
    const end = endOfString(text, start);
    return end < 0 ? undefined : { start, end };
  }
  if (code !== openBrace && code !== openBracket) {
    const isScalar = start < text.length && !isPunctuation(code);
    return isScalar ? { start, end: endOfToken(text, start) } : undefined;
  }
  // The root is only entered: its end is not looked for.
  if (isOpenEnded) return { start, end: text.length };
  const end = endOfContainer(text, start);
  return end === undefined ? undefined : { start, end };
}

function endOfContainer(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      if (end < 0) return undefined;
      at = end - 1;
    } else if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
