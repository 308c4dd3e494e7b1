/** Says when the messages of a session fill the memory, also while nothing is called. */
import type { EventLog } from "../../../shared/log/eventLog.ts";

/** Bytes that are counted for an entry in addition to its body. */
export const entryBytes = 500;

/** @returns a signal that is aborted as soon as the log is larger */
export function limitLog(
  log: Pick<EventLog, "snapshot" | "subscribe">,
  maxBytes: number,
): AbortSignal {
  const full = new AbortController();
  let [count, bytes] = [0, 0];
  const unsubscribe = log.subscribe(() => {
    const { entries, length } = log.snapshot();
    for (; count < length; count++) bytes += entryBytes + (entries[count]?.size ?? 0);
    if (bytes <= maxBytes) return;
    unsubscribe();
    full.abort();
  });
  return full.signal;
}
