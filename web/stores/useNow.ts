/** The tab's clock for what is counted on the screen. */
import { useEffect, useState } from "react";
import { useStores } from "./StoresContext.tsx";

/**
 * @param everyMs how often the component is drawn again; undefined while nothing is counted
 * @returns milliseconds of the tab's clock
 */
export function useNow(everyMs: number | undefined = 1000): number {
  const { clock } = useStores();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => setNow(clock.now()), everyMs);
    return () => clearInterval(timer);
  }, [clock, everyMs]);
  return now;
}
