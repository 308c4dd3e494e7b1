/** Names and values as people write them, one pair a line. */
import type { Header } from "../../shared/log/entry.ts";

export interface ParsedPairs {
  readonly pairs: readonly Header[];
  /** The first line that is no pair, counted from 1. */
  readonly wrong: number | undefined;
}

const names = {
  /** @see https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
  ":": /^[!#$%&'*+.^_`|~\w-]+$/,
  "=": /^[A-Za-z_]\w*$/,
};

/** Reads `Name: value` or `NAME=value` lines; blank lines are nothing. */
export function parsePairs(text: string, separator: ":" | "="): ParsedPairs {
  const pairs: Header[] = [];
  let wrong: number | undefined;
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const at = line.indexOf(separator);
    const name = line.slice(0, at).trim();
    if (at < 0 || !names[separator].test(name)) {
      wrong ??= index + 1;
      return;
    }
    const value = line.slice(at + 1);
    pairs.push([name, separator === ":" ? value.trim() : value]);
  });
  return { pairs, wrong };
}

/** Writes pairs the way {@link parsePairs} reads them. */
export function formatPairs(pairs: readonly Header[], separator: ":" | "="): string {
  return pairs
    .map(([name, value]) => `${name}${separator}${separator === ":" ? " " : ""}${value}`)
    .join("\n");
}
