/** Ranks items by how well their name, title and description match what was typed. */
import {
  matchWord,
  prepareText,
  type SearchText,
} from "../../../../shared/core/text/fuzzyMatch.ts";
import type { Item } from "./items.ts";

interface SearchItem {
  /** Label, name and title, without repetitions. */
  readonly names: readonly SearchText[];
  /** In lower case. */
  readonly description: string;
}

/** Names of an item are prepared once. */
const prepared = new WeakMap<Item, SearchItem>();

/** A description counts less than any name. */
const descriptionScore = 0.1;
/** Longest part of a description that is searched, in UTF-16 code units. */
const maxDescriptionLength = 2_000;

/**
 * How well an item matches: every word in one of its names, or literally in its description.
 * @param words from `prepareQuery`
 * @returns higher is better; undefined if it does not match
 */
export function scoreItem(item: Item, words: readonly string[]): number | undefined {
  const { names, description } = searchItem(item);
  let total = 0;
  for (const word of words) {
    let best = 0;
    for (const name of names) best = Math.max(best, matchWord(name, word)?.score ?? 0);
    if (best === 0 && !description.includes(word)) return undefined;
    total += Math.max(best, descriptionScore);
  }
  return total;
}

/**
 * Orders items by their scores, best first; equal ones keep their order.
 * @param scores by index; undefined leaves an item out
 */
export function rankByScore<T>(
  items: readonly T[],
  scores: readonly (number | undefined)[],
): readonly T[] {
  return items
    .map((item, index) => ({ item, score: scores[index] }))
    .filter((each): each is { item: T; score: number } => each.score !== undefined)
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item);
}

/** Ranks a list synchronously. */
export function rankItems(items: readonly Item[], words: readonly string[]): readonly Item[] {
  return rankByScore(
    items,
    items.map((item) => scoreItem(item, words)),
  );
}

function searchItem(item: Item): SearchItem {
  const known = prepared.get(item);
  if (known) return known;
  const texts = [item.label, item.name, item.title].filter((text) => text !== undefined);
  const made = {
    names: [...new Set(texts)].map(prepareText),
    description: (item.description ?? "").slice(0, maxDescriptionLength).toLowerCase(),
  };
  prepared.set(item, made);
  return made;
}
