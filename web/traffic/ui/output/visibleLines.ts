/** Selects visible output lines: those after a clear that match the search. */
import type { OutputLine, OutputLines } from "./outputLines.ts";

export interface VisibleLines {
  readonly length: number;
  at(index: number): OutputLine | undefined;
}

/** In milliseconds of the log's clock. */
export interface LineTimes {
  readonly from: number;
  readonly to: number;
}

interface LineFilter {
  /**
   * @param from the index of the first line after a clear
   * @param query every word of it must occur, in upper or lower case
   * @param range the times between which a line must have been written
   */
  apply(output: OutputLines, from: number, query: string, range?: LineTimes): VisibleLines;
}

/** Number of lines at the end that may still change. */
const unsettled = 64;

/** Creates an incremental filter that checks only new lines while the query stays the same. */
export function createLineFilter(): LineFilter {
  let known:
    | {
        lines: OutputLines["lines"];
        from: number;
        query: string;
        range: LineTimes | undefined;
        checked: number;
      }
    | undefined;
  let hits: number[] = [];
  return {
    apply({ lines, length }, from, query, range) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      if (words.length === 0 && !range) {
        return { length: Math.max(0, length - from), at: (index) => lines[from + index] };
      }
      const isSame =
        known?.lines === lines &&
        known.from === from &&
        known.query === query &&
        known.range === range &&
        known.checked <= length;
      const begin = isSame && known ? Math.max(from, known.checked - unsettled) : from;
      // a new array: earlier results must not change
      hits = isSame ? hits.filter((hit) => hit < begin) : [];
      for (let at = begin; at < length; at++) {
        const line = lines[at];
        if (range && line && (line.at < range.from || line.at > range.to)) continue;
        const text = `${line?.source ?? ""} ${line?.text ?? ""}`.toLowerCase();
        if (words.every((word) => text.includes(word))) hits.push(at);
      }
      known = { lines, from, query, range, checked: length };
      const found = hits;
      return { length: found.length, at: (index) => lines[found[index] ?? -1] };
    },
  };
}
