/** Tells whether people point with a finger. */
import { useSyncExternalStore } from "react";

const query = "(pointer: coarse)";

/** @returns whether the main pointer is a coarse one, now and whenever that changes */
export function useCoarsePointer(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function subscribe(onChange: () => void) {
  const media = matchMedia(query);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
