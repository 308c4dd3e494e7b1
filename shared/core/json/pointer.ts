/** Turns paths into JSON Pointers and back. */
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

/** The names in a JSON Pointer, in order; item numbers stay strings, for only the value can tell. */
export function pointerNames(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}
