/** Runs one job of the text worker. */
import { startWorker } from "../platform/trustedWorker.ts";
import type { TextJob, TextReply } from "./text/textWorker.ts";
import workerUrl from "./text/textWorker.ts?worker&url";

/** Texts up to this length in UTF-16 code units are handled without a worker: it takes 1 to 2 ms. */
export const maxSyncLength = 256 * 1024;

/**
 * @param onReply receives every message of the worker; undefined when the worker failed
 * @returns a function that stops the job
 */
export function runTextJob(
  job: TextJob,
  onReply: (reply: TextReply | undefined) => void,
): () => void {
  const worker = startWorker(workerUrl);
  worker.onmessage = ({ data }: MessageEvent<TextReply>) => {
    if (data.kind !== "part") worker.terminate();
    onReply(data);
  };
  worker.onerror = () => {
    worker.terminate();
    onReply(undefined);
  };
  worker.postMessage(job);
  return () => worker.terminate();
}
