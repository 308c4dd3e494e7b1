/** A clock that stands still until a test moves it. */
import type { Clock } from "./clock.ts";

export interface HandClock extends Clock {
  /** Moves on by `ms`, and rings what is due on the way, in order. */
  advance(ms: number): void;
  /** Milliseconds until each thing that waits, soonest first. */
  waits(): number[];
}

export function createHandClock(): HandClock {
  let time = 0;
  const timers = new Set<{ readonly due: number; readonly callback: () => void }>();
  const soonest = () => [...timers].sort((one, other) => one.due - other.due);

  return {
    now: () => time,
    after(ms, callback) {
      const timer = { due: time + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = time + ms;
      for (let next = soonest()[0]; next && next.due <= end; next = soonest()[0]) {
        timers.delete(next);
        time = next.due;
        next.callback();
      }
      time = end;
    },
    waits: () => soonest().map(({ due }) => due - time),
  };
}
