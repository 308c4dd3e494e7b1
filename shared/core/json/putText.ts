/** Sets or removes a member in JSON text without reformatting the rest. */
import { applyEdits, findNodeAtLocation, modify } from "jsonc-parser";
import { treeOf } from "./treeOf.ts";

/**
 * Sets or removes a member.
 * @param path names from the root; all but the last must lead to objects
 * @param value JSON text, inserted as it is; undefined removes the member
 * @returns the unchanged text where the path does not exist or the text is nested too deeply
 */
export function putText(text: string, path: readonly string[], value: string | undefined): string {
  const tree = treeOf(text);
  const node = tree && findNodeAtLocation(tree, [...path]);
  if (value === undefined) {
    return node ? applyEdits(text, modify(text, [...path], undefined, {})) : text;
  }
  if (node) return text.slice(0, node.offset) + value + text.slice(node.offset + node.length);
  const parent = tree && findNodeAtLocation(tree, path.slice(0, -1));
  if (parent?.type !== "object") return text;
  const last = parent.children?.at(-1);
  const at = last ? last.offset + last.length : parent.offset + 1;
  const member = `${last ? "," : ""}${JSON.stringify(path.at(-1))}:${value}`;
  return text.slice(0, at) + member + text.slice(at);
}
