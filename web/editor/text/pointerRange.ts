/** Finds the place of a JSON Pointer in a text. */
import { pointerNames } from "../../../shared/core/json/pointer.ts";
import { rangeAt, type TextRange, type ValuePath } from "../../../shared/core/json/textAt.ts";

/**
 * @returns the value, or the nearest one around it that exists: a missing property has none; undefined
 *   where the text holds no JSON
 */
export function pointerRange(text: string, pointer: string): TextRange | undefined {
  let path: ValuePath = [];
  let found = rangeAt(text, path);
  for (const name of pointerNames(pointer)) {
    const step = found && text[found.start] === "[" ? Number(name) : name;
    path = [...path, step];
    const next = rangeAt(text, path);
    if (!next) return found;
    found = next;
  }
  return found;
}
