/** The height of a row, in step with the theme. */
import { useMemo } from "react";
import { useCoarsePointer } from "../platform/useCoarsePointer.ts";

/** @returns the token `--size-row` in CSS pixels: 24 for a pointer, 36 for a finger, more for large text */
export function useRowHeight(): number {
  const isCoarse = useCoarsePointer();
  return useMemo(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return (isCoarse ? 2.25 : 1.5) * rem;
  }, [isCoarse]);
}
