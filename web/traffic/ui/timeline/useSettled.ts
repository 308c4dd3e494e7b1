/** Delays a value that changes in each frame, for what takes too long to compute in one. */
import { useEffect, useState } from "react";

/**
 * @param delayMs how long the value must not have changed; 0 for no delay
 * @returns the newest value that did not change for so long
 */
export function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (delayMs === 0) return setSettled(value);
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayMs === 0 ? value : settled;
}
