/** Finds JSON string literals in texts of any length, well-formed or not. */
import { endOfString, isJson } from "./tokenRanges.ts";

/** A range in UTF-16 units, without the quotes. */
interface LiteralRange {
  readonly start: number;
  readonly end: number;
}

/** The contents of all string literals that are closed. */
export function* stringLiterals(text: string): Generator<LiteralRange> {
  for (let open = text.indexOf('"'); open >= 0; ) {
    const end = endOfString(text, open);
    if (end < 0) return;
    yield { start: open + 1, end: end - 1 };
    open = text.indexOf('"', end);
  }
}

/** @returns undefined if the text is not the content of a JSON string */
export function fromJsonString(content: string): string | undefined {
  try {
    return String(JSON.parse(`"${content}"`));
  } catch {
    return undefined;
  }
}

/** The start of every member with a string; the group is the name, as {@link stringMembers} takes it. */
export const anyMember = /"((?:[^"\\]|\\.){1,200})"\s*:\s*"/g;

/**
 * The start of a member with a string, whichever characters of its name are escaped.
 * @param name of ASCII letters
 */
export function memberNamed(name: string): RegExp {
  const letters = Array.from(name, (letter) => {
    const [high = "", low = ""] = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|\\\\u00${high}[${low}${low.toUpperCase()}])`;
  });
  return new RegExp(`"(${letters.join("")})"\\s*:\\s*"`, "g");
}

/**
 * The string values of members, closed or not.
 * @param prefix a global expression that matches a name up to the opening quote of its value; its
 * first group is the name
 * @returns with the names without escapes
 */
export function* stringMembers(
  text: string,
  prefix: RegExp,
): Generator<LiteralRange & { readonly name: string }> {
  const search = new RegExp(prefix);
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const [, name = ""] = match;
    const start = search.lastIndex;
    const after = endOfString(text, start - 1);
    const end = after < 0 ? text.length : after - 1;
    yield { name: (name.includes("\\") ? fromJsonString(name) : undefined) ?? name, start, end };
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
