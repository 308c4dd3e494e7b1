/** Parses and formats `Name: value` lines, one header per line. */
import type { Header } from "../../shared/protocol/headers.ts";

interface ParsedPairs {
  readonly pairs: readonly Header[];
  /** Number of the first invalid line, counted from 1. */
  readonly invalidLine: number | undefined;
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Parses `Name: value` lines and ignores blank lines. */
export function parsePairs(text: string): ParsedPairs {
  const pairs: Header[] = [];
  let invalidLine: number | undefined;
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const colon = line.indexOf(":");
    const key = line.slice(0, colon).trim();
    if (colon < 0 || !token.test(key)) {
      invalidLine ??= index + 1;
      return;
    }
    pairs.push([key, line.slice(colon + 1).trim()]);
  });
  return { pairs, invalidLine };
}

/** Formats pairs so that {@link parsePairs} reads them again. */
export function formatPairs(pairs: readonly Header[]): string {
  return pairs.map(([key, value]) => `${key}: ${value}`).join("\n");
}
