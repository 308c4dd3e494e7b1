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

/** A log that tells of what is new once a frame. */
export function createFramedLog(log: EventLog) {
  let shown = log.snapshot();
  return {
    snapshot: () => shown,
    subscribe(listener: () => void) {
      let cancel: (() => void) | undefined;
      const update = () => {
        cancel = undefined;
        shown = log.snapshot();
        listener();
      };
      const schedule = () => {
        if (cancel) return;
        const frame = requestAnimationFrame(finish);
        const timer = setTimeout(finish, hiddenMs);
        cancel = () => {
          cancelAnimationFrame(frame);
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
