/** Parses JSON text into a tree of nodes with their places; nesting without end is no error. */
import { type Node, type ParseError, parseTree } from "jsonc-parser";

/**
 * @param errors gets what is wrong with the text
 * @returns undefined for blank text, and where the text is nested too deeply to be parsed
 */
export function treeOf(text: string, errors: ParseError[] = []): Node | undefined {
  try {
    return parseTree(text, errors);
  } catch (error) {
    // the parser recurses, so that nesting without end exhausts the stack
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
