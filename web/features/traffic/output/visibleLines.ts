/** The lines of an output that are to be seen: after a clearing, and with what was searched for. */
import type { OutputLine, OutputLines } from "./outputLines.ts";

export interface VisibleLines {
  readonly length: number;
  at(index: number): OutputLine | undefined;
}

export interface LineFilter {
  /** @param from the first line that counts; @param query every word of it must occur, in any case */
  apply(output: OutputLines, from: number, query: string): VisibleLines;
}

/** Lines at the end that may still change when more of them comes. */
const unsettled = 64;

/** Makes a filter that looks at new lines only, as long as it is asked for the same. */
export function createLineFilter(): LineFilter {
  let known:
    | { lines: OutputLines["lines"]; from: number; query: string; looked: number }
    | undefined;
  let hits: number[] = [];
  return {
    apply({ lines, length }, from, query) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      if (words.length === 0) {
        return { length: Math.max(0, length - from), at: (index) => lines[from + index] };
      }
      const isSame =
        known?.lines === lines &&
        known.from === from &&
        known.query === query &&
        known.looked <= length;
      const begin = isSame && known ? Math.max(from, known.looked - unsettled) : from;
      // those who hold the former hits keep them
      hits = isSame ? hits.filter((hit) => hit < begin) : [];
      for (let at = begin; at < length; at++) {
        const line = lines[at];
        const text = `${line?.source ?? ""} ${line?.text ?? ""}`.toLowerCase();
        if (words.every((word) => text.includes(word))) hits.push(at);
      }
      known = { lines, from, query, looked: length };
      const found = hits;
      return { length: found.length, at: (index) => lines[found[index] ?? -1] };
    },
  };
}
