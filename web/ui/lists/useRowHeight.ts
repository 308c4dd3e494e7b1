/** Height of a list row according to the theme. */
import { useMemo, useSyncExternalStore } from "react";
import { useCoarsePointer } from "../../platform/useMediaQuery.ts";

/** The heights in rem, for a mouse and for touch, as in `theme.css`. */
const heights = {
  row: [1.5, 2.25],
  item: [1.625, 2.75],
} as const;

/**
 * @param kind `row` for `--size-row`, `item` for `--size-row-item`
 * @returns the height in CSS pixels; more with a larger font size
 */
export function useRowHeight(kind: keyof typeof heights = "row"): number {
  const isCoarse = useCoarsePointer();
  const density = useSyncExternalStore(
    followDensity,
    () => document.documentElement.dataset.density,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the density changes the font size
  return useMemo(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return heights[kind][isCoarse ? 1 : 0] * rem;
  }, [isCoarse, density, kind]);
}

function followDensity(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-density"] });
  return () => observer.disconnect();
}
