/** A list of rows that reads many entries in slices, and shows the newest of them meanwhile. */
import { createListeners } from "../../../../shared/core/listeners.ts";
import type { Snapshot } from "../../../../shared/log/eventLog.ts";
import { startSlices } from "../../../platform/slices.ts";
import type { RowList, Rows } from "./rowList.ts";

export interface SteppedRowList extends RowList {
  /** Whether entries are left that are not filtered yet. */
  isBehind(): boolean;
  /** Changes with each report. */
  version(): number;
  /** Calls back when there is more to show; entries are read only while somebody listens. */
  subscribe(listener: () => void): () => void;
}

/** Entries that are filtered at once; a flood brings no more in one update. */
const maxAtOnce = 8000;
/** The newest entries, whose rows are shown first. */
const newestEntries = 3000;
/** Entries between two looks at the clock. */
const step = 200;
/** Milliseconds between reports while the newest entries have no row. */
const reportMs = 100;

/**
 * @param make creates a list that leaves out the entries before an index
 * @param now milliseconds on a monotonic clock
 */
export function createSteppedRowList(
  make: (from: number) => RowList,
  now: () => number,
  pause?: () => Promise<unknown>,
): SteppedRowList {
  const listeners = createListeners();
  let listening = 0;
  let all = make(0);
  let first: RowList | undefined;
  let seen: Snapshot = { entries: [], length: 0 };
  let wanted = 0;
  let done = 0;
  let partial: Rows | undefined;
  let version = 0;
  let isRunning = false;

  const report = () => {
    version++;
    listeners.notify();
  };

  const run = async () => {
    if (isRunning || done >= wanted) return;
    isRunning = true;
    const pauseIfDue = startSlices(now, pause);
    let reportedAt = now();
    while (done < wanted && listening > 0) {
      done = Math.min(wanted, done + step);
      partial = all.update(seen, done);
      if (done < wanted && now() - reportedAt >= reportMs) {
        reportedAt = now();
        report();
      }
      await pauseIfDue();
    }
    isRunning = false;
    if (done >= wanted) report();
  };

  return {
    update(snapshot, until = snapshot.length) {
      if (snapshot.entries !== seen.entries) {
        if (done > 0 || first) all = make(0);
        first = undefined;
        partial = undefined;
        done = 0;
      }
      seen = snapshot;
      wanted = until;
      if (wanted - done <= maxAtOnce && !isRunning) {
        done = Math.max(done, wanted);
        first = undefined;
        partial = all.update(snapshot, until);
        return partial;
      }
      first ??= make(Math.max(0, wanted - newestEntries));
      const newest = first.update(snapshot, until);
      if (listening > 0) void run();
      return newest.count > 0 || !partial ? newest : partial;
    },
    isBehind: () => done < wanted,
    version: () => version,
    subscribe(listener) {
      listening++;
      const stop = listeners.subscribe(listener);
      void run();
      return () => {
        listening--;
        stop();
      };
    },
  };
}
