/** Splits JSON into tokens for syntax colours; every character is kept, in order. */
import {
  endOfString,
  endOfToken,
  quote,
  skipSpace,
} from "../../../shared/core/json/tokenRanges.ts";
import type { EditorBlock } from "./blocks.ts";

type TokenKind = "key" | "string" | "number" | "literal" | "punctuation";

type Token = { kind: TokenKind; text: string };

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

  // the string of the block before ends here, or further on
  const closing = inString ? endOfString(block, -1) : 0;
  const scanFrom = closing < 0 ? block.length : closing;
  if (inString) add(stringKind(scanFrom), 0, scanFrom);

  let before = scanFrom;
  for (let at = skipSpace(block, before); at < block.length; at = skipSpace(block, before)) {
    const end = endOfToken(block, at);
    const isString = block.charCodeAt(at) === quote;
    add("punctuation", before, at);
    add(isString ? stringKind(end) : kindOf(block.slice(at, end)), at, end);
    before = end;
  }
  add("punctuation", before, block.length);
  return result;
}

function kindOf(token: string): TokenKind {
  if (/^-?\d/.test(token)) return "number";
  return /^(?:true|false|null)$/.test(token) ? "literal" : "punctuation";
}
