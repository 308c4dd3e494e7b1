/** What the palette searches: a table of sources, each with its entries. */
import { matchWord, prepareText } from "../../../../shared/core/text/fuzzyMatch.ts";

export interface PaletteEntry {
  /** Unique within its section. */
  readonly id: string;
  readonly title: string;
  /** Shown after the title, such as the server of a tool. */
  readonly detail?: string | undefined;
  /** Such as `Mod+Enter` or `G T`. */
  readonly shortcut?: string | undefined;
  readonly run: () => void;
}

export interface RankedEntry {
  readonly entry: PaletteEntry;
  /** Higher is better. */
  readonly score: number;
}

/** Where entries of one kind come from. */
export interface PaletteSource {
  /** The heading of its entries. */
  readonly section: string;
  /**
   * The best entries for a query, best first; for an empty one what is offered before anything is
   * typed.
   * @param words from `prepareQuery`
   */
  readonly find: (words: readonly string[]) => readonly RankedEntry[];
  /** Loads what it searches, each time the palette opens. */
  readonly load?: () => Promise<void>;
}

/** Maximum number of entries of one source that are shown. */
export const maxPerSource = 12;

/** Ranks entries by title and detail; a match in the detail counts less. */
export function rankEntries(
  entries: readonly PaletteEntry[],
  words: readonly string[],
  limit = maxPerSource,
): readonly RankedEntry[] {
  return entries
    .flatMap((entry): readonly RankedEntry[] => {
      const score = scoreEntry(entry, words);
      return score === undefined ? [] : [{ entry, score }];
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}

const detailScore = 0.3;

function scoreEntry({ title, detail }: PaletteEntry, words: readonly string[]): number | undefined {
  const [titleText, detailText] = [prepareText(title), detail ? prepareText(detail) : undefined];
  let total = 0;
  for (const word of words) {
    const inDetail = detailText ? (matchWord(detailText, word)?.score ?? 0) * detailScore : 0;
    const best = Math.max(matchWord(titleText, word)?.score ?? 0, inDetail);
    if (best === 0) return undefined;
    total += best;
  }
  return total;
}

/** The results by section, the section with the best entry first. */
export function findEntries(
  sources: readonly PaletteSource[],
  words: readonly string[],
): readonly { readonly section: string; readonly entries: readonly PaletteEntry[] }[] {
  const found = new Map<string, readonly RankedEntry[]>();
  for (const { section, find } of sources) {
    const entries = find(words);
    if (entries.length > 0) found.set(section, [...(found.get(section) ?? []), ...entries]);
  }
  const sections = [...found].map(([section, entries]) => ({
    section,
    entries: entries.map(({ entry }) => entry),
    best: Math.max(...entries.map(({ score }) => score)),
  }));
  // before anything is typed, the order of the table counts
  return words.length === 0 ? sections : sections.sort((one, other) => other.best - one.best);
}
