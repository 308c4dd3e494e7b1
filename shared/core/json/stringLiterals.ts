/**
 * Finds JSON string literals in texts of any length, well-formed or not. A regular expression that
 * reads a whole literal exhausts its stack on literals of millions of characters.
 */

/** A range in UTF-16 units, without the quotes. */
export interface LiteralRange {
  readonly start: number;
  readonly end: number;
}

/**
 * @param from the position after the opening quote
 * @returns the position of the closing quote; the length of the text if there is none
 */
function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && isEscaped(text, at, from)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

function isEscaped(text: string, at: number, from: number): boolean {
  let first = at;
  while (first > from && text[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

/** The contents of all string literals that are closed. */
export function* stringLiterals(text: string): Generator<LiteralRange> {
  for (let quote = text.indexOf('"'); quote >= 0; ) {
    const end = endOfString(text, quote + 1);
    if (end === text.length) return;
    yield { start: quote + 1, end };
    quote = text.indexOf('"', end + 1);
  }
}

/**
 * The string values of members, closed or not.
 * @param prefix a global expression that matches a name up to the opening quote of its value; its
 * first group is the name
 */
export function* stringMembers(
  text: string,
  prefix: RegExp,
): Generator<LiteralRange & { readonly name: string }> {
  const search = new RegExp(prefix);
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const start = search.lastIndex;
    const end = endOfString(text, start);
    yield { name: match[1] ?? "", start, end };
    search.lastIndex = end;
  }
}

/**
 * Writes a JSON text of several lines on one, for transports on which each line is a message: white
 * space between tokens is removed. In text that is not JSON, each line break becomes a space.
 */
export function onOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  if (!isJson(text)) return text.replace(/[\r\n]+/g, " ");
  let [line, at] = ["", 0];
  for (const { start, end } of stringLiterals(text)) {
    line += text.slice(at, start - 1).replace(/\s+/g, "") + text.slice(start - 1, end + 1);
    at = end + 1;
  }
  return line + text.slice(at).replace(/\s+/g, "");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
