/** Splits JSON into tokens for syntax colours; every character is kept, in order. */
import { createScanner, type SyntaxKind } from "jsonc-parser";
import type { EditorBlock } from "./blocks.ts";

type TokenKind = "key" | "string" | "number" | "literal" | "punctuation";

export type Token = { kind: TokenKind; text: string };

/**
 * Splits a block of JSON text into tokens; invalid characters become punctuation.
 * @param text the complete text
 * @param block the block to split, from `splitBlocks`
 * @returns tokens that together are exactly the block
 */
export function tokens(text: string, { start, end, inString }: EditorBlock): Token[] {
  const block = text.slice(start, end);
  const result: Token[] = [];
  const add = (kind: TokenKind, from: number, to: number) => {
    const last = result.at(-1);
    if (from === to) return;
    if (last?.kind === kind) last.text += block.slice(from, to);
    else result.push({ kind, text: block.slice(from, to) });
  };
  const stringKind = (stringEnd: number): TokenKind =>
    /^\s*:/.test(text.slice(start + stringEnd, start + stringEnd + 64)) ? "key" : "string";

  const scanFrom = inString ? endOfString(block) : 0;
  if (inString) add(stringKind(scanFrom), 0, scanFrom);

  const scanner = createScanner(block);
  scanner.setPosition(scanFrom);
  for (let token = scanner.scan(); token !== endOfText; token = scanner.scan()) {
    const from = scanner.getTokenOffset();
    const to = from + scanner.getTokenLength();
    add(token === stringLiteral ? stringKind(to) : (kinds[token] ?? "punctuation"), from, to);
  }
  return result;
}

const stringLiteral = 10 satisfies SyntaxKind.StringLiteral;
const endOfText = 17 satisfies SyntaxKind.EOF;

const kinds: Partial<Record<SyntaxKind, TokenKind>> = {
  7: "literal",
  8: "literal",
  9: "literal",
  11: "number",
};

/** Returns the end of the string in which the text starts. */
function endOfString(text: string): number {
  return /^(?:[^"\\\n]|\\[^\n])*"?/.exec(text)?.[0].length ?? 0;
}
