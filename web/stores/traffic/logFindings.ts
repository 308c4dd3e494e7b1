/** The lint over this tab's log, loaded once there is something to look at and somebody who asks. */
import type { Finding } from "../../../shared/lint/finding.ts";
import type { FindingsSnapshot } from "../../../shared/lint/findings.ts";
import type { Lint } from "../../../shared/lint/lint.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { checkLarge } from "./checkLarge.ts";

export interface LogFindings {
  /** What was found about an entry; the same array until there is more. */
  of(seq: number): readonly Finding[];
  /** The findings now; undefined while nothing has been looked at. */
  snapshot(): FindingsSnapshot | undefined;
  /** Calls back when there are others; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

const none: readonly Finding[] = [];

/** Milliseconds of looking at a time. */
const budgetMs = 8;

/** @param now milliseconds on a monotonic clock */
export function createLogFindings(log: EventLog, now: () => number): LogFindings {
  const listeners = new Set<() => void>();
  let lint: Lint | undefined;
  let isLoading = false;

  const load = async () => {
    if (isLoading || log.snapshot().length === 0) return;
    isLoading = true;
    const { createLint } = await import("../../../shared/lint/lint.ts");
    lint = createLint({
      log,
      loadCheck: () => import("../../../shared/mcp/check/check.ts"),
      checkLarge,
      now,
      budgetMs,
      yieldToEventLoop: whenIdle,
    });
    lint.subscribe(() => {
      for (const listener of listeners) listener();
    });
  };
  // where it cannot be loaded there are no findings; everything else goes on
  const wake = () => {
    load().catch(() => stop());
    if (isLoading) stop();
  };
  let stop = () => {};

  return {
    of: (seq) => lint?.findingsOf(seq) ?? none,
    snapshot: () => lint?.snapshot(),
    subscribe(listener) {
      if (listeners.size === 0 && !isLoading) {
        stop = log.subscribe(wake);
        wake();
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Safari has no idle callbacks; there it is a pause that others can use. */
const pauseMs = 30;

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
    else setTimeout(resolve, pauseMs);
  });
}
