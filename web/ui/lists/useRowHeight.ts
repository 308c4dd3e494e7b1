/** Height of a list row according to the theme. */
import { useMemo, useSyncExternalStore } from "react";
import { useCoarsePointer } from "../../platform/useMediaQuery.ts";

/** @returns `--size-row` in CSS pixels: 24 for a mouse, 36 for touch, more with a larger font size */
export function useRowHeight(): number {
  const isCoarse = useCoarsePointer();
  const density = useSyncExternalStore(
    followDensity,
    () => document.documentElement.dataset.density,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the density changes the font size
  return useMemo(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return (isCoarse ? 2.25 : 1.5) * rem;
  }, [isCoarse, density]);
}

function followDensity(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-density"] });
  return () => observer.disconnect();
}
