/** React hook for media queries. */
import { useCallback, useSyncExternalStore } from "react";

/** @returns whether the query matches; re-renders when that changes */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** @returns whether the primary pointer is coarse, as on touch screens */
export function useCoarsePointer(): boolean {
  return useMediaQuery("(pointer: coarse)");
}
