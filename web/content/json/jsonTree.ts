/** Walks an indexed JSON text: which rows a tree shows, where a row is, and where text occurs. */
import { toPointer } from "../../../shared/core/json/pointer.ts";
import { indexedNodeAt, type JsonIndex, sizeOf } from "./jsonIndex.ts";

/** The text and the index of its values. */
export interface JsonDocument {
  readonly text: string;
  readonly index: JsonIndex;
}

export interface TreeRow {
  readonly node: number;
  readonly depth: number;
  /** Place among its siblings, from 0. */
  readonly position: number;
}

/** The rows of a tree whose containers in `expanded` are open. */
export function visibleTreeRows(
  index: JsonIndex,
  expanded: ReadonlySet<number>,
): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  /** For each open container the node after it, and the position of its next child. */
  const open: { readonly end: number; next: number }[] = [];
  for (let node = 0; node < index.length; ) {
    while (open.length > 0 && node >= (open.at(-1)?.end ?? 0)) open.pop();
    const parent = open.at(-1);
    rows.push({ node, depth: open.length, position: parent ? parent.next++ : 0 });
    const size = sizeOf(index, node);
    if (size > 1 && expanded.has(node)) {
      open.push({ end: node + size, next: 0 });
      node++;
    } else {
      node += size;
    }
  }
  return rows;
}

/** The containers that are open at first: level by level, as long as there are few rows. */
export function initiallyExpanded(index: JsonIndex, maxRows: number): ReadonlySet<number> {
  const expanded = new Set<number>();
  let rows = 1;
  let level = [0];
  while (level.length > 0) {
    const next: number[] = [];
    for (const node of level) {
      const { count } = indexedNodeAt(index, node);
      if (count === 0) continue;
      if (rows + count > maxRows) {
        // the root is never shown closed
        if (node === 0) expanded.add(0);
        return expanded;
      }
      rows += count;
      expanded.add(node);
      next.push(...childrenOf(index, node, maxRows));
    }
    level = next;
  }
  return expanded;
}

/** The first children of a node, up to a limit. */
export function childrenOf(index: JsonIndex, node: number, limit = Infinity): number[] {
  const children: number[] = [];
  const end = node + sizeOf(index, node);
  for (let at = node + 1; at < end && children.length < limit; at += sizeOf(index, at)) {
    children.push(at);
  }
  return children;
}

/** The containers around a node, outermost first. */
export function ancestorsOf(index: JsonIndex, node: number): readonly number[] {
  const ancestors: number[] = [];
  let at = 0;
  while (at < node) {
    ancestors.push(at);
    let child = at + 1;
    while (child + sizeOf(index, child) <= node) child += sizeOf(index, child);
    at = child;
  }
  return ancestors;
}

/** The name of a member; undefined for items and the root. */
export function nameOf({ text, index }: JsonDocument, node: number): string | undefined {
  const { nameStart, nameEnd } = indexedNodeAt(index, node);
  return nameEnd === 0 ? undefined : (JSON.parse(text.slice(nameStart, nameEnd)) as string);
}

/** The JSON Pointer of a node. */
export function pointerOf(document: JsonDocument, node: number): string {
  const path = [...ancestorsOf(document.index, node), node];
  return toPointer(
    path.slice(1).map((at, depth) => {
      const name = nameOf(document, at);
      if (name !== undefined) return name;
      let position = 0;
      const parent = path[depth] ?? 0;
      for (let child = parent + 1; child < at; child += sizeOf(document.index, child)) position++;
      return position;
    }),
  );
}

/** The text of a value as received, cut after so many UTF-16 code units. */
export function valueText({ text, index }: JsonDocument, node: number, limit = Infinity): string {
  const { start, end } = indexedNodeAt(index, node);
  return end - start > limit ? `${text.slice(start, start + limit)}…` : text.slice(start, end);
}

/** Matches that are found at most. */
export const maxMatches = 1000;

/**
 * The nodes whose name or plain value contains a text, ignoring case; the text is searched as it is
 * and as JSON writes it.
 */
export function findNodes({ text, index }: JsonDocument, query: string): readonly number[] {
  if (query === "") return [];
  const written = JSON.stringify(query).slice(1, -1);
  const escaped = [...new Set([query, written])].map((one) =>
    one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  const found: number[] = [];
  for (const { index: offset } of text.matchAll(new RegExp(escaped.join("|"), "gi"))) {
    const node = nodeAtOffset(index, offset);
    if (node !== undefined && node !== found.at(-1)) found.push(node);
    if (found.length >= maxMatches) break;
  }
  return found;
}

/** The node whose name or plain value is at an offset; undefined between values. */
function nodeAtOffset(index: JsonIndex, offset: number): number | undefined {
  let [low, high] = [0, index.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const { nameStart, nameEnd, start } = indexedNodeAt(index, middle);
    if ((nameEnd === 0 ? start : nameStart) <= offset) low = middle;
    else high = middle - 1;
  }
  const { kind, start, end, nameStart, nameEnd } = indexedNodeAt(index, low);
  const isInName = nameEnd > 0 && offset >= nameStart && offset < nameEnd;
  const isPlain = kind !== "object" && kind !== "array";
  return isInName || (isPlain && offset >= start && offset < end) ? low : undefined;
}
