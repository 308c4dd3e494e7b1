/** Collects changed paths and reports those that come in a row together. */
import type { Clock } from "../../shared/core/clock.ts";

/** Milliseconds without changes before they are reported, and the longest delay. */
const quietMs = 150;
const maxMs = 1000;

/** @param onChange gets each path once, in alphabetical order */
export function createChangeReports(
  clock: Clock,
  onChange: (paths: readonly string[]) => void,
): { note(path: string): void; stop(): void } {
  const changed = new Set<string>();
  let stopQuiet = () => {};
  let stopLongest: (() => void) | undefined;

  const stop = () => {
    stopQuiet();
    stopLongest?.();
    stopLongest = undefined;
  };
  const report = () => {
    stop();
    const paths = [...changed].sort();
    changed.clear();
    onChange(paths);
  };
  return {
    note(path) {
      changed.add(path);
      stopQuiet();
      stopQuiet = clock.after(quietMs, report);
      stopLongest ??= clock.after(maxMs, report);
    },
    stop,
  };
}
