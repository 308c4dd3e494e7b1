/** Searches the bodies of a log, in small steps. */

import { decodeText } from "../../../../shared/core/bytes.ts";
import { createListeners } from "../../../../shared/core/listeners.ts";
import type { Entry } from "../../../../shared/log/entry.ts";
import type { EventLog, Snapshot } from "../../../../shared/log/eventLog.ts";
import type { BodyText } from "../../../../shared/log/filter.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import { startSlices } from "../../../platform/slices.ts";

export interface BodySearch {
  /** Searches entries appended since the last call; starts over after a clear. */
  follow(snapshot: Snapshot): void;
  /** Whether one of what is searched for is in the body of a searched entry. */
  holds(seq: number, wanted: BodyText): boolean;
  /** The part of the log that has been searched; the same object until there is more. */
  searched(): Snapshot;
  /** Calls back when more has been searched; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/** Milliseconds between reports while there is more to search. */
const reportMs = 100;
/** Longer bodies are searched up to this number of bytes. */
const maxBytes = 2_000_000;

/**
 * @param now milliseconds on a monotonic clock
 */
export function createBodySearch(
  log: EventLog,
  wanted: readonly BodyText[],
  now: () => number,
): BodySearch {
  const listeners = createListeners();
  const hits = new Map(wanted.map((one) => [one.key, { ...one, seqs: new Set<number>() }]));
  let newest: Snapshot = { entries: [], length: 0 };
  let searched = newest;
  let next = 0;
  let reportedAt = 0;
  let isSearching = false;
  let isStopped = false;

  const searchBody = async (entry: Entry) => {
    if (entry.size === 0) return;
    const bytes = await log.read(entry.seq).catch(() => undefined);
    if (!bytes) return;
    const isWhole = bytes.byteLength <= maxBytes;
    const text =
      entry.kind === "message" && isWhole
        ? messageText(entry.carrier, bytes)
        : decodeText(bytes.subarray(0, maxBytes));
    const lower = text.toLowerCase();
    for (const { isIn, seqs } of hits.values()) if (isIn(lower)) seqs.add(entry.seq);
  };

  const report = () => {
    reportedAt = now();
    searched = { entries: newest.entries, length: next };
    listeners.notify();
  };

  const search = async () => {
    isSearching = true;
    const pauseIfDue = startSlices(now);
    while (next < newest.length && !isStopped) {
      await searchBody(newest.entries[next++] as Entry);
      const pause = pauseIfDue();
      if (next >= newest.length || (pause !== undefined && now() - reportedAt >= reportMs))
        report();
      await pause;
    }
    isSearching = false;
  };

  return {
    follow(snapshot) {
      if (snapshot.entries !== newest.entries) next = 0;
      newest = snapshot;
      if (next > newest.length || searched.entries !== newest.entries) {
        searched = { entries: newest.entries, length: next };
      }
      if (!isSearching) void search();
    },
    holds: (seq, { key }) => hits.get(key)?.seqs.has(seq) ?? false,
    searched: () => searched,
    subscribe: listeners.subscribe,
    stop() {
      isStopped = true;
    },
  };
}
