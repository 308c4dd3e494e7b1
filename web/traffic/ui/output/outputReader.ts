/** Reads a log's output in the background in small steps. */
import type { Entry } from "../../../../shared/log/entry.ts";
import type { EventLog, Snapshot } from "../../../../shared/log/eventLog.ts";
import { maskBytes, spansOf } from "../../../../shared/log/mask.ts";
import { whenIdle } from "../../../platform/whenIdle.ts";
import { createOutputBuffer, isOutput, type OutputLines } from "./outputLines.ts";

export interface OutputReader {
  /** Queues appended entries; starts over after a clear. */
  follow(snapshot: Snapshot): void;
  /** Cancels the read in progress. */
  stop(): void;
}

/** Milliseconds of reading between yields to the event loop, unless the browser is idle for longer. */
const sliceMs = 8;
/** Milliseconds of reading while the browser is idle; an input may arrive at any time. */
const maxSliceMs = 40;
/** Milliseconds between reports while there is more to read. */
const reportMs = 100;

/**
 * @param onChange is called for new lines, at most ten times a second while there is more to read
 * @param now milliseconds on a monotonic clock
 * @param yieldToEventLoop returns the milliseconds for which nothing else is expected
 */
export function createOutputReader(
  log: EventLog,
  onChange: (lines: OutputLines) => void,
  now: () => number,
  yieldToEventLoop: () => Promise<number> = whenIdle,
): OutputReader {
  let output = createOutputBuffer();
  let snapshot: Snapshot = { entries: [], length: 0 };
  let next = 0;
  let isReading = false;
  let isStopped = false;
  let reportedAt = 0;

  const take = async (entry: Entry) => {
    const from = output;
    const bytes = await log.read(entry.seq).catch(() => undefined);
    if (bytes && output === from) {
      output.add(entry, maskBytes(bytes, spansOf(entry.secrets, "body")));
    }
  };

  const read = async () => {
    isReading = true;
    let idleMs = 0;
    while (next < snapshot.length && !isStopped) {
      const until = now() + Math.min(Math.max(sliceMs, idleMs), maxSliceMs);
      while (next < snapshot.length && now() < until) {
        const entry = snapshot.entries[next++] as Entry;
        if (isOutput(entry)) await take(entry);
      }
      // a report renders Traffic, so a flood, which takes hundreds of slices, is not reported after each
      if (next >= snapshot.length || now() - reportedAt >= reportMs) {
        reportedAt = now();
        onChange(output.snapshot());
      }
      idleMs = await yieldToEventLoop();
    }
    isReading = false;
  };

  return {
    follow(newest) {
      if (newest.entries !== snapshot.entries) {
        output = createOutputBuffer();
        next = 0;
        onChange(output.snapshot());
      }
      snapshot = newest;
      if (!isReading) void read();
    },
    stop() {
      isStopped = true;
    },
  };
}
