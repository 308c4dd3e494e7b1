/** Suggests how the word at the caret of a filter can be completed. */
import { type FilterRange, wordAt } from "../../../../shared/log/filterText.ts";
import { filterWords } from "../../messages/filterMessages.ts";
import { causeMeanings } from "./causes.ts";
import type { FilterCounts } from "./filterCounts.ts";

export interface FilterSuggestion {
  /** What stands in place of the word at the caret. */
  readonly text: string;
  readonly meaning: string;
  /** How many of the newest entries have it. */
  readonly count: number | undefined;
}

export interface FilterSuggestions {
  /** What is replaced. */
  readonly range: FilterRange;
  readonly options: readonly FilterSuggestion[];
}

const maxOptions = 12;

/** Values with meanings, where the log does not name them all. */
const fixedValues: Readonly<
  Record<string, readonly (readonly [value: string, meaning: string])[]>
> = {
  "by:": causeMeanings.map(([kind, , meaning]) => [kind, meaning]),
  "dir:": [
    ["in", "received from the server"],
    ["out", "sent to the server"],
  ],
  "is:": [
    ["problem", "rows in red or yellow"],
    ["asked", "requests of servers"],
  ],
  "finding:": [
    ["any", "with any finding"],
    ["violation", "against a rule of the protocol"],
    ["warning", "against a recommendation"],
  ],
  "dur:": [
    [">100ms", "longer than a tenth of a second"],
    [">500ms", "longer than half a second"],
    [">2s", "longer than two seconds"],
  ],
};

export function suggestForFilter(
  text: string,
  caret: number,
  counts: FilterCounts,
): FilterSuggestions {
  const range = wordAt(text, caret);
  const word = text.slice(range.start, caret).toLowerCase();
  const [prefix] = /^[a-z]+:/.exec(word) ?? [];
  const options = prefix
    ? valuesOf(prefix, word.slice(prefix.length), counts)
    : wordsOf(word, counts);
  const written = text.slice(range.start, range.end);
  const isOffered = options.length > 1 || options[0]?.text !== written;
  return { range, options: isOffered ? options.slice(0, maxOptions) : [] };
}

function wordsOf(typed: string, counts: FilterCounts): readonly FilterSuggestion[] {
  return filterWords
    .filter(([word]) => word.startsWith(typed))
    .map(([text, meaning]) => {
      const values = counts.get(text);
      const count = values && [...values.values()].reduce((sum, one) => sum + one, 0);
      return { text, meaning, count };
    });
}

function valuesOf(
  prefix: string,
  typed: string,
  counts: FilterCounts,
): readonly FilterSuggestion[] {
  const wanted = typed.replaceAll('"', "");
  const counted = counts.get(prefix) ?? new Map<string, number>();
  const fixed = fixedValues[prefix] ?? [];
  const meanings = new Map(fixed);
  const found = [...counted.keys()].toSorted(
    (one, other) => (counted.get(other) ?? 0) - (counted.get(one) ?? 0),
  );
  const all = [...new Set([...fixed.map(([value]) => value), ...found])];
  const begins = (value: string) => Number(value.toLowerCase().startsWith(wanted));
  return all
    .filter((value) => value.toLowerCase().includes(wanted))
    .toSorted((one, other) => begins(other) - begins(one))
    .map((value) => ({
      text: prefix + (/[\s()]/.test(value) ? `"${value.replaceAll('"', "")}"` : value),
      meaning: meanings.get(value) ?? "",
      count: counted.get(value),
    }));
}
