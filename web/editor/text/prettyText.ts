/** Spreads JSON over lines by white space alone. */
import { createScanner, type SyntaxKind } from "jsonc-parser";
import { mostLines } from "./blocks.ts";

/** Deeper levels share one indentation, or ten thousand brackets would become gigabytes of spaces. */
const deepestIndent = 40;

/**
 * Lays JSON out for reading. Only the space between its tokens changes, so numbers, escapes,
 * duplicate keys and their order stay as they were sent.
 *
 * @param text valid JSON
 * @returns the same tokens, one member or item per line, two spaces a level; the text as it
 *   is when that would be more lines than can be scrolled through
 */
export function prettyText(text: string): string {
  const scanner = createScanner(text, true);
  const parts: string[] = [];
  let depth = 0;
  let lines = 1;
  let afterOpening = false;

  const newLine = () => {
    lines++;
    parts.push("\n", "  ".repeat(Math.min(depth, deepestIndent)));
  };
  for (let token = scanner.scan(); token !== endOfText; token = scanner.scan()) {
    const closes = token === closeBrace || token === closeBracket;
    if (closes) depth--;
    if (closes !== afterOpening) newLine();

    const from = scanner.getTokenOffset();
    parts.push(text.slice(from, from + scanner.getTokenLength()));
    if (token === comma) newLine();
    if (lines > mostLines) return text;
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
