/** Filters and ranks a list; long lists are ranked in slices while the earlier result stays visible. */
import { useEffect, useMemo, useState } from "react";
import type { SearchText } from "../../shared/core/text/fuzzyMatch.ts";
import type { Item } from "../stores/catalog/items.ts";
import { rankByScore, rankItems, scoreItem } from "../stores/catalog/rankItems.ts";
import { mapInSlices } from "../stores/connections/slices.ts";

/** Items ranked at once before yielding to the event loop. */
const mostAtOnce = 1_000;

interface Found {
  readonly all: readonly Item[];
  readonly shown: readonly Item[];
}

/** @param words from `prepareQuery`, the same array for the same query; empty for all items */
export function useRankedItems(
  all: readonly Item[],
  words: readonly SearchText[],
): readonly Item[] {
  const [found, setFound] = useState<Found>({ all, shown: all });
  const isShort = all.length <= mostAtOnce || words.length === 0;

  useEffect(() => {
    if (isShort) return;
    const controller = new AbortController();
    const { signal } = controller;
    mapInSlices(all, (item) => scoreItem(item, words), signal).then(
      (scores) => {
        if (!signal.aborted) setFound({ all, shown: rankByScore(all, scores) });
      },
      () => {},
    );
    return () => controller.abort();
  }, [all, words, isShort]);

  const short = useMemo(() => {
    if (words.length === 0) return all;
    return all.length <= mostAtOnce ? rankItems(all, words) : undefined;
  }, [all, words]);
  return short ?? (found.all === all ? found.shown : all);
}
