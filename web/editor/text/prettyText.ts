/** Pretty-prints JSON without changing its tokens. */
import { createScanner, type SyntaxKind } from "jsonc-parser";
import { maxLines } from "./blocks.ts";

/** Maximum indentation level; without it, ten thousand nested brackets would need gigabytes of spaces. */
const maxIndent = 40;

/**
 * Pretty-prints JSON. Only whitespace between tokens changes: numbers, escapes, duplicate keys and
 * their order stay as received.
 * @param text valid JSON
 * @returns one member or item per line, indented by two spaces; the unchanged text when that would
 *   exceed `maxLines`
 */
export function prettyText(text: string): string {
  const scanner = createScanner(text, true);
  const parts: string[] = [];
  let depth = 0;
  let lines = 1;
  let afterOpening = false;

  const newLine = () => {
    lines++;
    parts.push("\n", "  ".repeat(Math.min(depth, maxIndent)));
  };
  for (let token = scanner.scan(); token !== endOfText; token = scanner.scan()) {
    const closes = token === closeBrace || token === closeBracket;
    if (closes) depth--;
    if (closes !== afterOpening) newLine();

    const from = scanner.getTokenOffset();
    parts.push(text.slice(from, from + scanner.getTokenLength()));
    if (token === comma) newLine();
    if (lines > maxLines) return text;
    if (token === colon) parts.push(" ");

    afterOpening = token === openBrace || token === openBracket;
    if (afterOpening) depth++;
  }
  return parts.join("");
}

const openBrace = 1 satisfies SyntaxKind.OpenBraceToken;
const closeBrace = 2 satisfies SyntaxKind.CloseBraceToken;
const openBracket = 3 satisfies SyntaxKind.OpenBracketToken;
const closeBracket = 4 satisfies SyntaxKind.CloseBracketToken;
const comma = 5 satisfies SyntaxKind.CommaToken;
const colon = 6 satisfies SyntaxKind.ColonToken;
const endOfText = 17 satisfies SyntaxKind.EOF;
