/** Parses a large JSON string in steps. */
import type { Steps } from "../steps.ts";
import { backslash, endOfString } from "./tokenRanges.ts";

interface ParsedString {
  readonly value: string;
  /** The offset after its closing quote. */
  readonly end: number;
}

/**
 * Parses a string as `JSON.parse` does.
 * @param open offset of its opening quote
 * @param stepLength UTF-16 code units that are parsed in one step
 * @returns undefined if it is not closed
 * @throws {SyntaxError} if it is not valid
 */
export function* parseString(
  text: string,
  open: number,
  stepLength: number,
): Steps<ParsedString | undefined> {
  const parts: string[] = [];
  const parse = (from: number, to: number) =>
    parts.push(JSON.parse(`"${text.slice(from, to)}"`) as string);
  for (let from = open + 1; from < text.length; ) {
    const to = from + stepLength;
    const end = endOfString(text, open, from, to);
    if (end > 0) {
      parse(from, end - 1);
      yield;
      return { value: parts.join(""), end };
    }
    const next = endOfEscape(text, from, to);
    parse(from, next);
    from = next;
    yield;
  }
  return undefined;
}

/** Code units of the longest escape. */
const maxEscape = 6;

/**
 * The end of the escape that an offset is inside of.
 * @param from offset of a character that is no part of an escape, or begins one
 * @returns the offset itself if it is inside of none
 */
function endOfEscape(text: string, from: number, offset: number): number {
  for (let at = offset - 1; at >= Math.max(from, offset - maxEscape); at--) {
    if (text.charCodeAt(at) !== backslash) continue;
    let first = at;
    while (first > from && text.charCodeAt(first - 1) === backslash) first--;
    // of two backslashes, the first one escapes the second
    const isEscape = (at - first) % 2 === 0;
    const end = at + (text[at + 1] === "u" ? maxEscape : 2);
    return isEscape ? Math.max(offset, end) : offset;
  }
  return offset;
}
