/** Filters a list; long lists are filtered in slices while the earlier result stays visible. */
import { useEffect, useState } from "react";
import type { Item } from "../../stores/catalog/items.ts";
import { mapInSlices } from "../../stores/connections/slices.ts";
import { matches } from "./matches.ts";

/** Items filtered at once before yielding to the event loop. */
const mostAtOnce = 1_000;

interface Found {
  readonly all: readonly Item[];
  readonly shown: readonly Item[];
}

export function useMatching(all: readonly Item[], filter: string): readonly Item[] {
  const [found, setFound] = useState<Found>({ all, shown: all });
  const isShort = all.length <= mostAtOnce || filter === "";

  useEffect(() => {
    if (isShort) return;
    const controller = new AbortController();
    const { signal } = controller;
    mapInSlices(all, (item) => matches(item, filter), signal).then(
      (fits) => {
        if (!signal.aborted) setFound({ all, shown: all.filter((_, index) => fits[index]) });
      },
      () => {},
    );
    return () => controller.abort();
  }, [all, filter, isShort]);

  if (filter === "") return all;
  if (isShort) return all.filter((item) => matches(item, filter));
  return found.all === all ? found.shown : all;
}
