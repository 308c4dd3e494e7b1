/** The log's index for components: at most one new snapshot a frame. */
import { useMemo, useSyncExternalStore } from "react";
import type { EventLog, Snapshot } from "../../shared/log/eventLog.ts";
import { useStores } from "./StoresContext.tsx";

/** The index as of this frame. */
export function useLog(): Snapshot {
  const { log } = useStores().traffic;
  const framed = useMemo(() => createFramedLog(log), [log]);
  return useSyncExternalStore(framed.subscribe, framed.snapshot, framed.snapshot);
}

/** A background tab has no frames; it catches up after this many milliseconds. */
const hiddenMs = 250;

/** So many new entries in a frame are a flood: to draw each frame of it would slow down reading it. */
const floodEntries = 200;
/** Milliseconds between updates while the log is flooded. */
const floodMs = 200;

/** A log that reports what is new once a frame, less often during a flood. */
export function createFramedLog(log: EventLog) {
  let shown = log.snapshot();
  let isFlooded = false;
  return {
    snapshot: () => shown,
    subscribe(listener: () => void) {
      let cancel: (() => void) | undefined;
      const update = () => {
        cancel = undefined;
        const before = shown;
        shown = log.snapshot();
        isFlooded = shown.length - before.length > floodEntries;
        listener();
      };
      const schedule = () => {
        if (cancel) return;
        const frame = isFlooded ? undefined : requestAnimationFrame(finish);
        const timer = setTimeout(finish, isFlooded ? floodMs : hiddenMs);
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
