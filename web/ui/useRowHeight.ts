/** Height of a list row according to the theme. */
import { useMemo } from "react";
import { useCoarsePointer } from "../platform/useMediaQuery.ts";

/** @returns `--size-row` in CSS pixels: 24 for a mouse, 36 for touch, more with a larger font size */
export function useRowHeight(): number {
  const isCoarse = useCoarsePointer();
  return useMemo(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return (isCoarse ? 2.25 : 1.5) * rem;
  }, [isCoarse]);
}
