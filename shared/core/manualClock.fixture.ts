/** A clock that a test advances by hand. */
import type { Clock } from "./clock.ts";

export interface ManualClock extends Clock {
  /** Advances the time by `ms` milliseconds and runs the timers that are due, in order. */
  advance(ms: number): void;
  /** Milliseconds until each pending timer, soonest first. */
  waits(): number[];
}

export function createManualClock(): ManualClock {
  let time = 0;
  const timers = new Set<{ readonly due: number; readonly callback: () => void }>();
  const pending = () => [...timers].sort((one, other) => one.due - other.due);

  return {
    now: () => time,
    after(ms, callback) {
      const timer = { due: time + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = time + ms;
      for (let next = pending()[0]; next && next.due <= end; next = pending()[0]) {
        timers.delete(next);
        time = next.due;
        next.callback();
      }
      time = end;
    },
    waits: () => pending().map(({ due }) => due - time),
  };
}
