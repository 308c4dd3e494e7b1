/** Findings of the lint over this tab's log; loaded when a view needs them and the log is not empty. */
import { createListeners } from "../../../shared/core/listeners.ts";
import type { Finding } from "../../../shared/lint/finding.ts";
import type { FindingsSnapshot } from "../../../shared/lint/findings.ts";
import type { Lint, LintOptions } from "../../../shared/lint/lint.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { startWorker } from "../../platform/trustedWorker.ts";
import { whenIdle } from "../../platform/whenIdle.ts";
import type { LargeCheck } from "./checkWorker.ts";
import workerUrl from "./checkWorker.ts?worker&url";

export interface LogFindings {
  /** The findings of an entry; the same array until there are more. */
  of(seq: number): readonly Finding[];
  /** The current findings; undefined before the first check. */
  snapshot(): FindingsSnapshot | undefined;
  /** Settles when every message now in the log has been checked; rejects if they cannot be. */
  settled(): Promise<void>;
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
  let loading: Promise<Lint> | undefined;
  let isWaiting = false;

  const load = async () => {
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
    return lint;
  };
  // If the lint cannot be loaded, there are no findings; everything else works.
  const wake = () => {
    if (log.snapshot().length === 0) return;
    loading ??= load();
    loading.catch(() => {});
    stop();
  };
  let stop = () => {};

  return {
    of: (seq) => lint?.findingsOf(seq) ?? none,
    snapshot: () => lint?.snapshot(),
    async settled() {
      wake();
      await (await loading)?.settled();
    },
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

type Check = NonNullable<LintOptions["checkLarge"]>;

/** Messages larger than this many bytes are not validated. */
const maxBytes = 32 * 1024 * 1024;

/** Timeout of one validation in milliseconds. */
const timeLimitMs = 10_000;

/** @returns undefined if the message is too large, validation timed out, or the worker failed */
const checkLarge: Check = async (job, carrier, bytes) => {
  if (bytes.byteLength > maxBytes) return undefined;
  const worker = startWorker(workerUrl);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Awaited<ReturnType<Check>>>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => resolve(undefined);
      timer = setTimeout(() => resolve(undefined), timeLimitMs);
      const own = bytes.slice();
      worker.postMessage({ job, carrier, bytes: own } satisfies LargeCheck, [own.buffer]);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
};
