/** Queues checks for a worker, and replaces the worker when a check exceeds the time limit. */
import type { UncheckedReason, Verdict } from "../../shared/schema/validate/validate.ts";

/** A request to the worker; schema and value are JSON text, which preserves all digits. */
export interface CheckRequest {
  readonly schemaText: string;
  readonly text: string;
}

/** A message of the worker: "ready" once, then one verdict per request. */
export type CheckReply = "ready" | Verdict;

/** The part of the Worker interface that is used. */
export interface CheckWorker {
  postMessage(request: CheckRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<CheckReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface Checker {
  /**
   * Checks JSON text against a schema, given as JSON text as well.
   * @param signal removes the check from the queue; its promise then never settles
   */
  check(schemaText: string, text: string, signal?: AbortSignal): Promise<Verdict>;
}

interface Job extends CheckRequest {
  readonly signal: AbortSignal | undefined;
  readonly resolve: (verdict: Verdict) => void;
}

/** @param options.timeLimit maximum milliseconds per check, once the worker is ready */
export function createChecker(options: {
  readonly createWorker: () => CheckWorker;
  readonly timeLimit: number;
}): Checker {
  const queue: Job[] = [];
  let worker: CheckWorker | undefined;
  let isBusy = false;

  const next = () => {
    const job = queue.shift();
    if (job?.signal?.aborted) return next();
    isBusy = job !== undefined;
    if (!job) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (verdict: Verdict) => {
      clearTimeout(timer);
      job.resolve(verdict);
      next();
    };
    const giveUp = (reason: UncheckedReason) => {
      worker?.terminate();
      worker = undefined;
      finish({ kind: "unchecked", reason });
    };
    const ask = (asked: CheckWorker) => {
      const reason = { code: "timeout", limitMs: options.timeLimit } as const;
      timer = setTimeout(() => giveUp(reason), options.timeLimit);
      asked.postMessage({ schemaText: job.schemaText, text: job.text });
    };
    const isNew = worker === undefined;
    const asked = worker ?? options.createWorker();
    worker = asked;
    asked.onmessage = ({ data }) => (data === "ready" ? ask(asked) : finish(data));
    asked.onerror = () => giveUp({ code: "worker-failed" });
    if (!isNew) ask(asked);
  };

  return {
    check(schemaText, text, signal) {
      return new Promise((resolve) => {
        queue.push({ schemaText, text, signal, resolve });
        if (!isBusy) next();
      });
    },
  };
}
