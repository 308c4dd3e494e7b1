/** Headers as people write them, one a line. */
import type { Header } from "../../shared/core/headers.ts";

export interface ParsedPairs {
  readonly pairs: readonly Header[];
  /** The first line that is no pair, counted from 1. */
  readonly wrong: number | undefined;
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const name = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Reads `Name: value` lines; blank lines are nothing. */
export function parsePairs(text: string): ParsedPairs {
  const pairs: Header[] = [];
  let wrong: number | undefined;
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const at = line.indexOf(":");
    const written = line.slice(0, at).trim();
    if (at < 0 || !name.test(written)) {
      wrong ??= index + 1;
      return;
    }
    pairs.push([written, line.slice(at + 1).trim()]);
  });
  return { pairs, wrong };
}

/** Writes pairs the way {@link parsePairs} reads them. */
export function formatPairs(pairs: readonly Header[]): string {
  return pairs.map(([written, value]) => `${written}: ${value}`).join("\n");
}
