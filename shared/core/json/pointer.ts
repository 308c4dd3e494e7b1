/** Converts between paths and JSON Pointers. */
import type { Path } from "./jsonText.ts";

/**
 * Writes a path as a JSON Pointer; the root is "".
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */
export function toPointer(path: Path): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** Splits a JSON Pointer; array indices stay strings, because only the value shows whether they are indices. */
export function pointerNames(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}
