/** Cuts a member out of a JSON text, digit for digit. */
import type { Node } from "jsonc-parser";
import { treeOf } from "./treeOf.ts";

/** Above this many characters the tree that is needed for it costs too much. */
const most = 1_000_000;

/**
 * The text of one value inside another, as it was written.
 * @param path names and indices from the root; of members of the same name the last one counts, as
 * it does for `JSON.parse`
 * @returns undefined where there is no such value, or the text is too long or too deep to look
 */
export function textAt(text: string, path: readonly (string | number)[]): string | undefined {
  if (text.length > most) return undefined;
  const node = path.reduce<Node | undefined>(step, treeOf(text));
  return node && text.slice(node.offset, node.offset + node.length);
}

function step(node: Node | undefined, key: string | number): Node | undefined {
  if (node?.type === "array") return typeof key === "number" ? node.children?.[key] : undefined;
  if (node?.type !== "object") return undefined;
  const member = node.children?.findLast(({ children }) => children?.[0]?.value === key);
  return member?.children?.[1];
}
