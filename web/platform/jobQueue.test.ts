import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { createJobQueue, type JobWorker } from "./jobQueue.ts";

/** A worker that answers each job with the worker's number, and never answers "endless". */
const script = `
  const { parentPort, threadId } = require("node:worker_threads");
  parentPort.on("message", (job) => {
    while (job === "endless");
    if (job === "broken") throw new Error(job);
    parentPort.postMessage({ job, threadId });
  });
  parentPort.postMessage("ready");`;

interface Reply {
  readonly job: string;
  readonly threadId: number;
}

function createThread(): JobWorker<string, Reply> {
  const thread = new Worker(script, { eval: true });
  onTestFinished(() => void thread.terminate());
  const worker: JobWorker<string, Reply> = {
    postMessage: (job) => thread.postMessage(job),
    terminate: () => void thread.terminate(),
    onmessage: null,
    onerror: null,
  };
  thread.on("message", (data) => worker.onmessage?.({ data } as MessageEvent));
  thread.on("error", (error) => worker.onerror?.(error as unknown as ErrorEvent));
  return worker;
}

const { signal } = new AbortController();

test("jobs run one after the other in one worker", async () => {
  const { run } = createJobQueue({ createWorker: createThread, timeLimit: 10_000 });
  const results = await Promise.all([run("a", signal), run("b")]);
  const replies = results.map((result) => (result.kind === "done" ? result.reply : undefined));
  expect(replies.map((reply) => reply?.job)).toEqual(["a", "b"]);
  expect(new Set(replies.map((reply) => reply?.threadId)).size).toBe(1);
});

test("a job that never ends, or fails, is abandoned, and the next one gets a new worker", async () => {
  const { run } = createJobQueue({ createWorker: createThread, timeLimit: 300 });
  const replies = [run("endless", signal), run("broken", signal), run("c", signal)];
  expect(await Promise.all(replies)).toEqual([
    { kind: "timeout" },
    { kind: "failed" },
    { kind: "done", reply: expect.objectContaining({ job: "c" }) },
  ]);
});

test("a cancelled job is not run", async () => {
  const { run } = createJobQueue({ createWorker: createThread, timeLimit: 10_000 });
  const cancelled = new AbortController();
  const first = run("a", signal);
  let isSettled = false;
  void run("b", cancelled.signal).then(() => {
    isSettled = true;
  });
  const last = run("c", signal);
  cancelled.abort();
  await Promise.all([first, last]);
  expect(isSettled).toBe(false);
});
