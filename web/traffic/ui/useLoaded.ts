/** Loads a log entry's bytes. */
import { useEffect, useState } from "react";
import type { Entry } from "../../../shared/log/entry.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { useStores } from "../../stores/StoresContext.tsx";

export interface Loaded {
  readonly entry: Entry;
  readonly bytes: Uint8Array;
}

/**
 * Reads the bytes of an entry.
 * @param entry undefined if none is selected, or if it is not drawn yet
 * @param seq the number of the selected entry
 * @returns the newest entry that is loaded completely: the previous one while the next one loads
 */
export function useLoaded(entry: Entry | undefined, seq: number | undefined): Loaded | undefined {
  const { log } = useStores().traffic;
  const [loaded, setLoaded] = useState<Loaded>();
  // the log is drawn after a selected entry was appended to it
  const isComing = entry === undefined && seq !== undefined && isLogged(log, seq);
  useEffect(() => {
    if (isComing) return;
    if (!entry) return setLoaded(undefined);
    let isStale = false;
    log.read(entry.seq).then(
      (bytes) => isStale || setLoaded({ entry, bytes }),
      () => isStale || setLoaded(undefined),
    );
    return () => {
      isStale = true;
    };
  }, [log, entry, isComing]);
  return entry || isComing ? loaded : undefined;
}

function isLogged(log: EventLog, seq: number): boolean {
  const { entries, length } = log.snapshot();
  const [first, last] = [entries[0], entries[length - 1]];
  return first !== undefined && last !== undefined && first.seq <= seq && seq <= last.seq;
}
