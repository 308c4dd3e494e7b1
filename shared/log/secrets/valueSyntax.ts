/** Reads the parts of notations in which names have values: quotes, words, lines. */
import {
  isCredentialLike,
  isPathLike,
  isPlainUrl,
  isPlainValue,
  looksRandom,
} from "./plainValues.ts";
import type { NameKind } from "./secretNames.ts";

/** In UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A name of a secret in a text. */
export interface FoundName extends Range {
  readonly name: string;
  readonly kind: NameKind;
}

/** What was read after a name. */
export interface NamedValues {
  /** The values, in order. */
  readonly values: readonly Range[];
  /** Where reading continues. */
  readonly end: number;
  /** Whether they are in an object or a list, which was read up to `end`. */
  readonly isContainer?: boolean;
}

/** Length of a value after which an unlikely one is not read to its end. */
export const maxUnlikelyLength = 4096;

/** A quote, and how many backslashes are before it in a text inside other strings. */
interface Quote {
  readonly mark: string;
  readonly depth: number;
  /** After the quote. */
  readonly at: number;
}

const quotePattern = /(\\*)("""|'''|["'`])/y;

export function quoteAt(text: string, at: number): Quote | undefined {
  quotePattern.lastIndex = at;
  const match = quotePattern.exec(text);
  if (!match) return undefined;
  const [{ length }, backslashes = "", mark = ""] = match;
  return { mark, depth: backslashes.length, at: at + length };
}

/** The quote that ends before a position. */
export function quoteBefore(text: string, at: number): string | undefined {
  const mark = text[at - 1];
  return mark === '"' || mark === "'" || mark === "`" ? mark : undefined;
}

/**
 * Where a quoted value ends: at the same quote with as many backslashes, or at the end of the string
 * around it. Values with single quotes end with their line, as an apostrophe may begin one.
 */
export function endOfQuoted(
  text: string,
  { mark, depth, at }: Quote,
  limit = Number.POSITIVE_INFINITY,
) {
  let from = at;
  const max = Math.min(text.length, at + limit);
  while (from < max) {
    const quote = text.indexOf(mark, from);
    const isCut = mark !== '"' && mark.length === 1;
    const end = quote < 0 ? text.length : quote;
    if (isCut) {
      const line = text.slice(at, Math.min(end, at + maxUnlikelyLength)).search(/[\r\n]/);
      if (line >= 0) return at + line;
    }
    if (quote < 0) return text.length;
    let first = quote;
    while (first > at && text[first - 1] === "\\") first--;
    const backslashes = quote - first;
    if (backslashes <= depth || (backslashes - depth) % (2 * (depth + 1)) === 0) {
      return Math.max(at, quote - Math.min(backslashes, depth));
    }
    from = quote + 1;
  }
  return max;
}

/** Characters at which an unquoted value ends. A backslash begins an escape of the string around it. */
const unquoted = /[^\s"'`<>\\]*/y;

export function wordAt(text: string, at: number): Range {
  unquoted.lastIndex = at;
  unquoted.test(text);
  const end = unquoted.lastIndex;
  const last = text.slice(Math.max(at, end - 16), end);
  // brackets that the value itself opens belong to it
  const trailing = /[{[(]/.test(text.slice(at, at + 16)) ? /[,;:.]*$/ : /[,;:)}\].]*$/;
  return { start: at, end: Math.max(at, end - (trailing.exec(last)?.[0].length ?? 0)) };
}

/** The text up to the end of the line, or of the string around it; at most 400 characters. */
export function restOfLine(text: string, at: number): string {
  const part = text.slice(at, at + 400);
  const end = part.search(/[\r\n"`]|\\+[nr"]/);
  return end < 0 ? part : part.slice(0, end);
}

/** The text between the start of the line and a position; at most 200 characters. */
export function lineStart(text: string, at: number): string {
  const part = text.slice(Math.max(0, at - 200), at);
  return part.slice(Math.max(part.lastIndexOf("\n"), part.lastIndexOf("\r")) + 1);
}

/** Whether a value of a name of some kind is a secret. */
export function accepts(value: string, kind: NameKind): boolean {
  if (isPlainValue(value) || isPathLike(value) || isPlainUrl(value)) return false;
  if (kind === "secret") return !/^\d{1,3}$/.test(value);
  return kind === "likely" ? isCredentialLike(value) : looksRandom(value);
}
