/** The log's index for components: a new snapshot in the next frame, and no more than 20 a second. */
import { useMemo, useSyncExternalStore } from "react";
import type { EventLog, Snapshot } from "../../../shared/log/eventLog.ts";
import { useStores } from "../../stores/StoresContext.tsx";

/** The index as it was last drawn. */
export function useLog(): Snapshot {
  const { log } = useStores().traffic;
  const framed = useMemo(() => createFramedLog(log), [log]);
  return useSyncExternalStore(framed.subscribe, framed.snapshot, framed.snapshot);
}

/** A background tab has no frames; it catches up after this many milliseconds. */
const hiddenMs = 250;

/**
 * Milliseconds between updates: drawing each message of a handshake separately would delay the next
 * one, and the lists of the server.
 */
const restMs = 50;

/**
 * This many new entries in an update are a flood: drawing it as often would slow down reading it.
 */
const floodEntries = 200;
/** Milliseconds between updates while the log is flooded. */
const floodMs = 200;

/**
 * New entries in one update: arranging and drawing more of them at once would block the page. What
 * opens with the log, or begins it anew, gets all of it. How many they are follows from how long those
 * before took, because processors differ.
 */
const [minNewEntries, firstNewEntries, maxNewEntries] = [500, 2000, 8000];
/** Milliseconds that an update should take at most. */
const updateMs = 20;

/** How many entries the next update may have, after one of so many took so long. */
function nextCount(count: number, tookMs: number): number {
  const fitting = Math.floor((count * updateMs) / Math.max(tookMs, 1));
  return Math.min(maxNewEntries, count * 2, Math.max(minNewEntries, fitting));
}

/** The next snapshot to draw, of those that the log has grown by. */
function nextOf(before: Snapshot, newest: Snapshot, count: number): Snapshot {
  const { entries } = newest;
  const length = before.length + count;
  return entries === before.entries && length < newest.length ? { entries, length } : newest;
}

/**
 * A log that reports what is new in the next frame, but not before some time after the last report.
 * @param now milliseconds on a monotonic clock
 */
export function createFramedLog(log: EventLog, now = () => performance.now()) {
  let shown = log.snapshot();
  let shownAt = Number.NEGATIVE_INFINITY;
  let isFlooded = false;
  let count = firstNewEntries;
  return {
    snapshot: () => shown,
    subscribe(listener: () => void) {
      let cancel: (() => void) | undefined;
      const update = () => {
        cancel = undefined;
        const before = shown;
        const newest = log.snapshot();
        shown = nextOf(before, newest, count);
        const began = now();
        shownAt = began;
        const isBehind = shown !== newest;
        isFlooded = !isBehind && shown.length - before.length > floodEntries;
        if (isBehind) schedule();
        listener();
        if (!isBehind) return;
        // components are drawn in a microtask that the listener has queued
        queueMicrotask(() => {
          count = nextCount(count, now() - began);
        });
      };
      const schedule = () => {
        if (cancel) return;
        const waitMs = isFlooded ? floodMs : shownAt + restMs - now();
        const frame = waitMs > 0 ? undefined : requestAnimationFrame(finish);
        const timer = setTimeout(finish, waitMs > 0 ? waitMs : hiddenMs);
        cancel = () => {
          if (frame !== undefined) cancelAnimationFrame(frame);
          clearTimeout(timer);
        };
      };
      const finish = () => {
        cancel?.();
        update();
      };
      if (shown !== log.snapshot()) schedule();
      const stop = log.subscribe(schedule);
      return () => {
        stop();
        cancel?.();
      };
    },
  };
}
