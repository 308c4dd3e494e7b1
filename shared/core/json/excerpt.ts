/** Cuts the surroundings of one value out of JSON text. */
import { shortened } from "../text/shortened.ts";
import { pointerNames } from "./pointer.ts";
import { rangeAt, type TextRange, type ValuePath } from "./textAt.ts";

export interface Excerpt {
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/** Characters of the value, and of what is shown on each side of it. */
const [maxValue, maxAround] = [160, 60];

/**
 * The value that a pointer leads to, with the beginning and the end of what holds it.
 * @param pointer an RFC 6901 JSON pointer
 * @returns undefined if there is no such value
 */
export function excerptAt(text: string, pointer: string): Excerpt | undefined {
  let path: ValuePath = [];
  let parent: TextRange = { start: 0, end: text.length };
  let found: TextRange | undefined = rangeAt(text, []);
  for (const name of pointerNames(pointer)) {
    if (!found) return undefined;
    parent = found;
    const index = /^\d{1,9}$/.test(name) ? Number(name) : undefined;
    const [asName, asIndex] = [
      [...path, name],
      [...path, index ?? name],
    ];
    const byName = rangeAt(text, asName);
    path = byName ? asName : asIndex;
    found = byName ?? rangeAt(text, asIndex);
  }
  if (!found) return undefined;
  const from = Math.max(parent.start, found.start - maxAround);
  const to = Math.min(parent.end, found.end + maxAround);
  return {
    before: `${from > parent.start || parent.start > 0 ? "… " : ""}${text.slice(from, found.start)}`,
    value: shortened(
      text.slice(found.start, Math.min(found.end, found.start + maxValue + 1)),
      maxValue,
    ),
    after: `${text.slice(found.end, to)}${to < parent.end || parent.end < text.length ? " …" : ""}`,
  };
}
