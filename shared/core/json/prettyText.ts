/** Pretty-prints JSON without changing its tokens. */
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  endOfToken,
  openBrace,
  openBracket,
  skipSpace,
} from "./tokenRanges.ts";

/** Maximum indentation level; without it, ten thousand nested brackets would need gigabytes of spaces. */
const maxIndent = 40;

/**
 * Pretty-prints JSON. Only whitespace between tokens changes: numbers, escapes, duplicate keys and
 * their order stay as received.
 * @param text valid JSON
 * @returns one member or item per line, indented by two spaces; the unchanged text when that would
 *   exceed `maxLines`
 */
export function prettyText(text: string, maxLines = Number.POSITIVE_INFINITY): string {
  const parts: string[] = [];
  let depth = 0;
  let lines = 1;
  let afterOpening = false;

  const newLine = () => {
    lines++;
    parts.push("\n", "  ".repeat(Math.min(depth, maxIndent)));
  };
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const code = text.charCodeAt(at);
    const end = endOfToken(text, at);
    const closes = code === closeBrace || code === closeBracket;
    if (closes) depth--;
    if (closes !== afterOpening) newLine();

    parts.push(text.slice(at, end));
    if (code === comma) newLine();
    if (lines > maxLines) return text;
    if (code === colon) parts.push(" ");

    afterOpening = code === openBrace || code === openBracket;
    if (afterOpening) depth++;
    at = skipSpace(text, end);
  }
  return parts.join("");
}
