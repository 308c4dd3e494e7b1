/** Cuts a member out of a JSON text, digit for digit. */
import { findNodeAtLocation, parseTree } from "jsonc-parser";

/** Above this many characters the tree that is needed for it costs too much. */
const most = 1_000_000;

/**
 * The text of one value inside another, as it was written.
 * @param path names and indices from the root
 * @returns undefined where there is no such value, or the text is too long or too deep to look
 */
export function textAt(text: string, path: readonly (string | number)[]): string | undefined {
  if (text.length > most) return undefined;
  try {
    const tree = parseTree(text);
    const node = tree && findNodeAtLocation(tree, [...path]);
    return node && text.slice(node.offset, node.offset + node.length);
  } catch {
    // the parser recurses, so that nesting without end exhausts the stack
    return undefined;
  }
}
