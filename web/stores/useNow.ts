/** The tab's clock for what is counted on the screen. */
import { useEffect, useState } from "react";
import { useStores } from "./StoresContext.tsx";

/**
 * Everything that is counted in the same steps changes at the same moment, so that all places show
 * the same number.
 * @param everyMs how often the component is drawn again; undefined while nothing is counted
 * @returns milliseconds of the tab's clock, a multiple of the step
 */
export function useNow(everyMs: number | undefined = 1000): number {
  const { clock } = useStores();
  const read = () => {
    const now = clock.now();
    return everyMs === undefined ? now : now - (now % everyMs);
  };
  const [now, setNow] = useState(read);
  useEffect(() => {
    if (everyMs === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const at = clock.now();
      setNow(at - (at % everyMs));
      timer = setTimeout(wait, everyMs - (at % everyMs));
    };
    wait();
    return () => clearTimeout(timer);
  }, [clock, everyMs]);
  return now;
}
