/** Loads a log entry's bytes. */
import { useEffect, useState } from "react";
import type { Entry } from "../../../shared/log/entry.ts";
import { useStores } from "../../hooks/StoresContext.tsx";

export interface Loaded {
  readonly entry: Entry;
  readonly bytes: Uint8Array;
}

/**
 * Reads the bytes of an entry.
 * @returns the newest entry that is loaded completely: the previous one while the next one loads
 */
export function useLoaded(entry: Entry | undefined): Loaded | undefined {
  const { log } = useStores().traffic;
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (!entry) return setLoaded(undefined);
    let isStale = false;
    log.read(entry.seq).then(
      (bytes) => isStale || setLoaded({ entry, bytes }),
      () => isStale || setLoaded(undefined),
    );
    return () => {
      isStale = true;
    };
  }, [log, entry]);
  return entry && loaded;
}
