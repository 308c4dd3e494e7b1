/** Ranks texts by how well they match the typed text, and returns which characters matched. */

/** A matched part of a text, in UTF-16 code units. */
export type MatchRange = readonly [start: number, end: number];

/** A text to search; prepare it once with {@link prepareText}. */
export interface SearchText {
  readonly lower: string;
  /** Positions at which a word begins. */
  readonly starts: readonly number[];
  /** One bit for each letter that occurs, one for all digits and one for all other characters. */
  readonly letters: number;
}

/** Longest part of a text that is searched, in UTF-16 code units. */
const maxTextLength = 2_000;

/** Prepares a text; only its first 2,000 UTF-16 code units are searched. */
export function prepareText(text: string): SearchText {
  const cut = text.slice(0, maxTextLength);
  const folded = cut.toLowerCase();
  // a few characters change their length, which would move every range
  const lower = folded.length === cut.length ? folded : cut;
  return { lower, starts: wordStarts(cut), letters: lettersOf(lower) };
}

/** The words of a query. */
export function prepareQuery(query: string): readonly SearchText[] {
  return query.split(/\s+/).filter(Boolean).slice(0, 20).map(prepareText);
}

export interface Match {
  /** Higher is better. */
  readonly score: number;
  readonly ranges: readonly MatchRange[];
}

/**
 * Matches one word with a text: literally, by the beginnings of words (`gti` in `get-tiny-image`),
 * or by letters that are close together (`tnyimg`).
 * @returns undefined if it does not match
 */
export function matchWord(text: SearchText, word: SearchText): Match | undefined {
  if ((text.letters & word.letters) !== word.letters) return undefined;
  return literal(text, word.lower) ?? scattered(text, word.lower);
}

/**
 * The parts of a text that any of the words match, in order and without overlaps.
 */
export function matchedRanges(text: string, words: readonly SearchText[]): readonly MatchRange[] {
  const prepared = prepareText(text);
  const all = words
    .flatMap((word) => matchWord(prepared, word)?.ranges ?? [])
    .sort(([one], [other]) => one - other);
  const merged: [number, number][] = [];
  for (const [start, end] of all) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

function literal({ lower, starts }: SearchText, word: string): Match | undefined {
  let at = lower.indexOf(word);
  if (at < 0) return undefined;
  // an occurrence at the beginning of a word is better than an earlier one inside a word
  const atStart = starts.find((start) => lower.startsWith(word, start));
  if (atStart !== undefined) at = atStart;
  const ranges: MatchRange[] = [[at, at + word.length]];
  const shorter = Math.max(0, 50 - (lower.length - word.length) / 2);
  if (lower.length === word.length) return { score: 1000, ranges };
  if (at === 0) return { score: 800 + shorter, ranges };
  return { score: (atStart === undefined ? 500 : 650) + shorter, ranges };
}

/** Shorter words are not matched letter by letter, because they would match too much. */
const minScatteredLength = 2;
/** Steps after which a text counts as no match: a server may send names that match slowly. */
const maxSteps = 2_000;

function scattered({ lower, starts }: SearchText, word: string): Match | undefined {
  if (word.length < minScatteredLength || !occursInOrder(lower, word)) return undefined;
  const initials = byWordStarts(lower, starts, word);
  if (initials) {
    return { score: Math.max(1, 400 - 10 * initials.length - lower.length / 10), ranges: initials };
  }
  const near = word.length > minScatteredLength && closeTogether(lower, starts, word);
  if (!near) return undefined;
  const span = (near.at(-1)?.[1] ?? 0) - (near[0]?.[0] ?? 0);
  return { score: Math.max(1, 250 - 5 * (span - word.length) - lower.length / 10), ranges: near };
}

/** Whether all characters occur in order; a quick first check. */
function occursInOrder(lower: string, word: string): boolean {
  let at = -1;
  for (const character of word) {
    at = lower.indexOf(character, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Every run of matched characters begins where a word begins. */
function byWordStarts(
  lower: string,
  starts: readonly number[],
  word: string,
): MatchRange[] | undefined {
  let failed: Set<number> | undefined;
  let steps = 0;
  const from = (done: number, nextStart: number): MatchRange[] | undefined => {
    if (done === word.length) return [];
    if (nextStart === starts.length) return undefined;
    const state = done * (starts.length + 1) + nextStart;
    if (failed?.has(state)) return undefined;
    for (let index = nextStart; index < starts.length; index++) {
      const start = starts[index] as number;
      let length = 0;
      while (done + length < word.length && lower[start + length] === word[done + length]) length++;
      // the longest run first
      for (; length > 0 && steps < maxSteps; length--) {
        steps++;
        const rest = from(done + length, index + 1);
        if (rest) return [[start, start + length], ...rest];
      }
    }
    failed ??= new Set();
    failed.add(state);
    return undefined;
  };
  return from(0, 0);
}

/** All characters in order, beginning with a word, within about twice the length of what was typed. */
function closeTogether(
  lower: string,
  starts: readonly number[],
  word: string,
): MatchRange[] | undefined {
  for (const start of starts) {
    if (lower[start] !== word[0]) continue;
    const ranges: [number, number][] = [[start, start + 1]];
    let at = start;
    for (let done = 1; done < word.length && at >= 0; done++) {
      at = lower.indexOf(word[done] as string, at + 1);
      const last = ranges.at(-1) as [number, number];
      if (at === last[1]) last[1]++;
      else if (at >= 0) ranges.push([at, at + 1]);
    }
    if (at >= 0 && at - start < 2 * word.length) return ranges;
  }
  return undefined;
}

/** Positions after anything that is not a letter or digit, and of capitals within words. */
function wordStarts(text: string): number[] {
  const starts: number[] = [];
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text.charCodeAt(at));
    const isWord = kind !== 0;
    if (isWord && (before === 0 || (kind === 2 && before === 1))) starts.push(at);
    before = kind;
  }
  return starts;
}

/** 0: between words; 1: a letter or digit; 2: a capital. */
function kindOf(code: number): 0 | 1 | 2 {
  if (code >= 65 && code <= 90) return 2;
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return 1;
  return code < 128 ? 0 : 1;
}

function lettersOf(lower: string): number {
  let letters = 0;
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    if (code >= 97 && code <= 122) letters |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) letters |= 1 << 26;
    else if (code > 127) letters |= 1 << 27;
  }
  return letters;
}
