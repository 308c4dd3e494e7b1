/** Parses JSON with jsonc-parser, without throwing on deep nesting. */
import { type Node, type ParseError, parseTree } from "jsonc-parser";

/**
 * Parses JSON text into a tree with offsets.
 * @param errors receives the syntax errors
 * @returns undefined for blank or too deeply nested text
 */
export function treeOf(text: string, errors: ParseError[] = []): Node | undefined {
  try {
    return parseTree(text, errors);
  } catch (error) {
    // the parser is recursive: deep nesting exhausts the stack
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
