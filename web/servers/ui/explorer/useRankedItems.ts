/** Filters and ranks a list; very long lists are ranked in slices while the earlier result stays visible. */
import { startTransition, useEffect, useMemo, useState } from "react";
import { mapInSlices } from "../../../platform/slices.ts";
import type { Item } from "../../store/catalog/items.ts";
import { rankByScore, rankItems, scoreItem } from "../../store/catalog/rankItems.ts";

/** Items ranked at once: with slices, they would be drawn some frames later. */
const maxUnsliced = 5_000;

interface RankedItems {
  readonly items: readonly Item[];
  /** What they are ranked by: the earlier words while the list is being ranked. */
  readonly words: readonly string[];
}

interface Found extends RankedItems {
  readonly all: readonly Item[];
}

const noWords: readonly string[] = [];

/** @param words from `prepareQuery`, the same array for the same query; empty for all items */
export function useRankedItems(all: readonly Item[], words: readonly string[]): RankedItems {
  const [found, setFound] = useState<Found>();
  const atOnce = useMemo(() => {
    if (words.length === 0) return { items: all, words };
    return all.length <= maxUnsliced ? { items: rankItems(all, words), words } : undefined;
  }, [all, words]);
  const isLong = atOnce === undefined;
  // the next filter does not begin with what an earlier one found
  if (!isLong && found) setFound(undefined);

  useEffect(() => {
    if (!isLong) return;
    const controller = new AbortController();
    const { signal } = controller;
    mapInSlices(all, (item) => scoreItem(item, words), signal).then(
      (scores) => {
        if (signal.aborted) return;
        const items = rankByScore(all, scores);
        startTransition(() => setFound({ all, items, words }));
      },
      () => {},
    );
    return () => controller.abort();
  }, [all, words, isLong]);

  const unranked = useMemo(() => ({ items: all, words: noWords }), [all]);
  return atOnce ?? (found?.all === all ? found : unranked);
}
