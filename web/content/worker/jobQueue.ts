/** Queues jobs for one worker, and replaces the worker when a job exceeds the time limit. */

/** The part of the Worker interface that is used; the worker sends "ready" once, then one reply per job. */
export interface JobWorker {
  postMessage(job: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface JobQueue {
  /**
   * Runs a job.
   * @param signal removes the job from the queue; its promise then never settles
   * @returns the worker's reply; undefined when the worker failed or took too long
   */
  run(job: unknown, signal: AbortSignal): Promise<unknown>;
}

interface QueuedJob {
  readonly job: unknown;
  readonly signal: AbortSignal;
  readonly resolve: (reply: unknown) => void;
}

/** @param options.timeLimit maximum milliseconds per job, once the worker is ready */
export function createJobQueue(options: {
  readonly createWorker: () => JobWorker;
  readonly timeLimit: number;
}): JobQueue {
  const queue: QueuedJob[] = [];
  let worker: JobWorker | undefined;
  let isBusy = false;

  const next = () => {
    let queued = queue.shift();
    while (queued?.signal.aborted) queued = queue.shift();
    isBusy = queued !== undefined;
    if (queued) start(queued);
  };

  const start = (queued: QueuedJob) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (reply: unknown) => {
      clearTimeout(timer);
      queued.resolve(reply);
      next();
    };
    const giveUp = () => {
      worker?.terminate();
      worker = undefined;
      finish(undefined);
    };
    const ask = (asked: JobWorker) => {
      timer = setTimeout(giveUp, options.timeLimit);
      asked.postMessage(queued.job);
    };
    const isNew = worker === undefined;
    const asked = worker ?? options.createWorker();
    worker = asked;
    asked.onmessage = ({ data }) => (data === "ready" ? ask(asked) : finish(data));
    asked.onerror = giveUp;
    if (!isNew) ask(asked);
  };

  return {
    run(job, signal) {
      return new Promise((resolve) => {
        queue.push({ job, signal, resolve });
        if (!isBusy) next();
      });
    },
  };
}
