/** Extracts the source text of a value from JSON text. */
import type { Node } from "jsonc-parser";
import { treeOf } from "./treeOf.ts";

/** Maximum text length in characters: parsing longer text is too slow. */
const maximumLength = 1_000_000;

/**
 * Extracts the source text of the value at a path.
 * @param path names and indices from the root; the last of duplicate names counts, as in `JSON.parse`
 * @returns undefined where there is no such value, or the text is too long or too deeply nested
 */
export function textAt(text: string, path: readonly (string | number)[]): string | undefined {
  if (text.length > maximumLength) return undefined;
  const node = path.reduce<Node | undefined>(step, treeOf(text));
  return node && text.slice(node.offset, node.offset + node.length);
}

function step(node: Node | undefined, key: string | number): Node | undefined {
  if (node?.type === "array") return typeof key === "number" ? node.children?.[key] : undefined;
  if (node?.type !== "object") return undefined;
  const member = node.children?.findLast(({ children }) => children?.[0]?.value === key);
  return member?.children?.[1];
}
