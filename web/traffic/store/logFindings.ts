/** Findings of the lint over this tab's log; loaded when a view needs them and the log is not empty. */
import { createListeners } from "../../../shared/core/listeners.ts";
import type { Finding } from "../../../shared/lint/finding.ts";
import type { FindingsSnapshot } from "../../../shared/lint/findings.ts";
import type { Lint } from "../../../shared/lint/lint.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { whenIdle } from "../../platform/whenIdle.ts";
import { checkLarge } from "./checkLarge.ts";

export interface LogFindings {
  /** The findings of an entry; the same array until there are more. */
  of(seq: number): readonly Finding[];
  /** The current findings; undefined before the first check. */
  snapshot(): FindingsSnapshot | undefined;
  /** Calls back when findings change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

const none: readonly Finding[] = [];

/** Milliseconds of checking per slice. */
const budgetMs = 8;

/** @param now milliseconds on a monotonic clock */
export function createLogFindings(log: EventLog, now: () => number): LogFindings {
  const listeners = createListeners();
  let lint: Lint | undefined;
  let isLoading = false;
  let isWaiting = false;

  const load = async () => {
    if (isLoading || log.snapshot().length === 0) return;
    isLoading = true;
    const { createLint } = await import("../../../shared/lint/lint.ts");
    lint = createLint({
      log,
      loadCheck: () => import("../../../shared/protocol/check/checkMessage.ts"),
      checkLarge,
      checkOutput: async (schema, text) =>
        (await import("../../platform/validation/checkValue.ts")).checkValue(schema, text),
      now,
      budgetMs,
      yieldToEventLoop: whenIdle,
    });
    lint.subscribe(listeners.notify);
  };
  // If the lint cannot be loaded, there are no findings; everything else works.
  const wake = () => {
    load().catch(() => stop());
    if (isLoading) stop();
  };
  let stop = () => {};

  return {
    of: (seq) => lint?.findingsOf(seq) ?? none,
    snapshot: () => lint?.snapshot(),
    subscribe(listener) {
      if (!isWaiting) {
        isWaiting = true;
        stop = log.subscribe(wake);
        wake();
      }
      return listeners.subscribe(listener);
    },
  };
}
