/** Ranks texts by how well they match the typed text, and returns which characters matched. */
import { type Prepared, prepare, single } from "fuzzysort";

/** A matched part of a text, in UTF-16 code units. */
type MatchRange = readonly [start: number, end: number];

/** A text to search; prepare it once with {@link prepareText}. */
export interface SearchText {
  readonly lower: string;
  /** Made for the first word that may match, because it takes longer than a comparison. */
  readonly prepared: () => Prepared;
}

/** Longest part of a text that is searched, in UTF-16 code units. */
const maxTextLength = 2_000;

/** Prepares a text; only its first 2,000 UTF-16 code units are searched. */
export function prepareText(text: string): SearchText {
  const cut = text.slice(0, maxTextLength);
  let prepared: Prepared | undefined;
  return {
    lower: cut.toLowerCase(),
    prepared() {
      prepared ??= prepare(cut);
      return prepared;
    },
  };
}

/** The words of a query, in lower case. */
export function prepareQuery(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 20);
}

interface Match {
  /** Above 0, at most 1 for the same text. */
  readonly score: number;
  /** The positions of the matched characters, ascending. */
  readonly indexes: readonly number[];
}

/** Lower scores are of letters that are scattered over the text. */
const goodScore = 0.5;

/**
 * Matches one word with a text: literally, by the beginnings of words (`gti` in `get-tiny-image`),
 * or by letters that are close together (`tnyimg`).
 * @returns undefined if it does not match
 */
export function matchWord(text: SearchText, word: string): Match | undefined {
  if (!occursInOrder(text.lower, word)) return undefined;
  const match = single(word, text.prepared());
  if (!match) return undefined;
  const { score, indexes } = match;
  const span = (indexes.at(-1) ?? 0) - (indexes[0] ?? 0);
  return score >= goodScore || span < 2 * word.length ? { score, indexes } : undefined;
}

/** Whether all characters occur in order: most texts of a long list fail this quick check. */
function occursInOrder(lower: string, word: string): boolean {
  let at = -1;
  for (const character of word) {
    at = lower.indexOf(character, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** The parts of a text that any of the words match, in order and without overlaps. */
export function matchedRanges(text: string, words: readonly string[]): readonly MatchRange[] {
  const prepared = prepareText(text);
  const matched = new Set(words.flatMap((word) => matchWord(prepared, word)?.indexes ?? []));
  const ranges: [number, number][] = [];
  for (const index of [...matched].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last?.[1] === index) last[1]++;
    else ranges.push([index, index + 1]);
  }
  return ranges;
}
