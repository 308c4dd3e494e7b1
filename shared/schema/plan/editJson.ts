/** Edits one value inside JSON text without changing any other character. */
import {
  type JsonMember,
  type JsonNode,
  nodeAt,
  type Path,
  parseJson,
} from "../../core/json/jsonText.ts";

/**
 * Sets a value at a path: replaces the existing one, or adds it with the missing objects and arrays
 * around it.
 *
 * @param text usable JSON text; blank means no value
 * @param path of the value; an index may be at most one past the end
 * @param value JSON text, inserted verbatim
 * @throws {TypeError} if the path leads through a scalar, or the text is not valid JSON
 */
export function setValue(text: string, path: Path, value: string): string {
  const root = rootOf(text);
  if (root === undefined) {
    const start = path.length === 0 ? value : empty(path[0]);
    return path.length === 0 ? start : setValue(start, path, value);
  }
  const existing = nodeAt(root, path);
  if (existing) return splice(text, existing.start, existing.end, value);
  const parentPath = path.slice(0, -1);
  const parent = nodeAt(root, parentPath);
  const step = path.at(-1) as string | number;
  if (parent === undefined) return setValue(setValue(text, parentPath, empty(step)), path, value);
  if (parent.kind === "object") {
    return append(text, parent, `${JSON.stringify(String(step))}${colonOf(text, parent)}${value}`);
  }
  if (parent.kind === "array" && step === parent.items.length) return append(text, parent, value);
  throw new TypeError(`A JSON ${parent.kind} cannot hold ${JSON.stringify(step)}`);
}

/**
 * Removes a member or an item; without one, the text is returned unchanged.
 * @throws {TypeError} if the text is not valid JSON
 */
export function removeValue(text: string, path: Path): string {
  const root = rootOf(text);
  if (path.length === 0) return "";
  const parent = nodeAt(root, path.slice(0, -1));
  const value = nodeAt(root, path);
  if (parent === undefined || value === undefined) return text;
  const spans = spansOf(parent);
  const index = spans.findIndex((span) => span.end === value.end);
  const span = spans[index];
  const before = spans[index - 1];
  const after = spans[index + 1];
  if (span === undefined) return text;
  if (before) return splice(text, before.end, span.end, "");
  if (after) return splice(text, span.start, after.start, "");
  return splice(text, parent.start + 1, parent.end - 1, "");
}

/**
 * Renames a member; its value and its place stay.
 * @param path of the member
 * @throws {TypeError} if the text is not valid JSON
 */
export function renameMember(text: string, path: Path, name: string): string {
  const parent = nodeAt(rootOf(text), path.slice(0, -1));
  if (parent?.kind !== "object") return text;
  const member = parent.members.findLast(({ key }) => key === path.at(-1));
  if (!member || parent.members.some(({ key }) => key === name)) return text;
  return splice(text, member.keySpan.start, member.keySpan.end, JSON.stringify(name));
}

/**
 * Swaps two items of an array.
 * @throws {TypeError} if an item does not exist, or the text is not valid JSON
 */
export function swapItems(text: string, array: Path, one: number, other: number): string {
  const root = rootOf(text);
  const first = nodeAt(root, [...array, Math.min(one, other)]);
  const second = nodeAt(root, [...array, Math.max(one, other)]);
  if (first === undefined || second === undefined) throw new TypeError("No such items to exchange");
  return [
    text.slice(0, first.start),
    text.slice(second.start, second.end),
    text.slice(first.end, second.start),
    text.slice(first.start, first.end),
    text.slice(second.end),
  ].join("");
}

function rootOf(text: string): JsonNode | undefined {
  const parsed = parseJson(text);
  if (parsed.kind !== "tree") throw new TypeError(`Not JSON: ${parsed.fault.code}`);
  return parsed.root;
}

function empty(firstStep: string | number | undefined): string {
  return typeof firstStep === "number" ? "[]" : "{}";
}

function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Appends to a container with the same whitespace as its other children. */
function append(text: string, parent: JsonNode, child: string): string {
  const spans = spansOf(parent);
  const last = spans.at(-1);
  if (last) {
    const before = spans.at(-2);
    const gap = before
      ? text.slice(before.end, last.start)
      : `,${gapOfOnlyChild(text, parent, last)}`;
    return splice(text, last.end, last.end, gap + child);
  }
  const lineBreak = /\r\n|\n/.exec(text)?.[0];
  const spread =
    parent.kind === "object" && (lineBreak !== undefined || parent.start === rootOf(text)?.start);
  const indent = /[ \t]*/.exec(text.slice(lineStart(text, parent.start)))?.[0] ?? "";
  const eol = lineBreak ?? "\n";
  const inside = spread ? `${eol}${indent}${indentUnit(text)}${child}${eol}${indent}` : child;
  return splice(text, parent.start + 1, parent.end - 1, inside);
}

function gapOfOnlyChild(text: string, parent: JsonNode, child: { start: number }): string {
  const lead = text.slice(parent.start + 1, child.start);
  if (/[\r\n]/.test(lead)) return lead;
  return parent.kind === "object" && !/\s$/.test(colonOf(text, parent)) ? "" : " ";
}

function colonOf(text: string, parent: Extract<JsonNode, { kind: "object" }>): string {
  const last = parent.members.at(-1);
  return last ? text.slice(last.keySpan.end, last.value.start) : ": ";
}

function spansOf(parent: JsonNode): { start: number; end: number }[] {
  if (parent.kind === "array") return [...parent.items];
  if (parent.kind !== "object") return [];
  return parent.members.map((member: JsonMember) => ({
    start: member.keySpan.start,
    end: member.value.end,
  }));
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

function indentUnit(text: string): string {
  return /[\r\n]([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}
