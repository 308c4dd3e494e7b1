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
  const read = () => matchMedia(query).matches;
  return useSyncExternalStore(subscribe, read, read);
}

/** @returns whether the primary pointer is coarse, as on touch screens */
export function useCoarsePointer(): boolean {
  return useMediaQuery("(pointer: coarse)");
}
