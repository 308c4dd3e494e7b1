/** Queues jobs for one worker, and replaces the worker when a job exceeds the time limit. */

/** The part of the Worker interface that is used; the worker sends "ready" once, then one reply per job. */
export interface JobWorker<Job, Reply> {
  postMessage(job: Job): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<"ready" | Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** `timeout`: the job took too long. `failed`: the worker could not run it. */
type JobResult<Reply> =
  | { readonly kind: "done"; readonly reply: Reply }
  | { readonly kind: "timeout" | "failed" };

interface JobQueue<Job, Reply> {
  /**
   * Runs a job.
   * @param signal removes the job from the queue; its promise then never settles
   */
  run(job: Job, signal?: AbortSignal): Promise<JobResult<Reply>>;
}

interface QueuedJob<Job, Reply> {
  readonly job: Job;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: JobResult<Reply>) => void;
}

/** @param options.timeLimit maximum milliseconds per job, once the worker is ready */
export function createJobQueue<Job, Reply extends object>(options: {
  readonly createWorker: () => JobWorker<Job, Reply>;
  readonly timeLimit: number;
}): JobQueue<Job, Reply> {
  const queue: QueuedJob<Job, Reply>[] = [];
  let worker: JobWorker<Job, Reply> | undefined;
  let isBusy = false;

  const next = () => {
    let queued = queue.shift();
    while (queued?.signal?.aborted) queued = queue.shift();
    isBusy = queued !== undefined;
    if (queued) start(queued);
  };

  const start = (queued: QueuedJob<Job, Reply>) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (result: JobResult<Reply>) => {
      clearTimeout(timer);
      queued.resolve(result);
      next();
    };
    const giveUp = (kind: "timeout" | "failed") => {
      worker?.terminate();
      worker = undefined;
      finish({ kind });
    };
    const ask = (asked: JobWorker<Job, Reply>) => {
      timer = setTimeout(() => giveUp("timeout"), options.timeLimit);
      asked.postMessage(queued.job);
    };
    const isNew = worker === undefined;
    const asked = worker ?? options.createWorker();
    worker = asked;
    asked.onmessage = ({ data }) =>
      data === "ready" ? ask(asked) : finish({ kind: "done", reply: data });
    asked.onerror = () => giveUp("failed");
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
