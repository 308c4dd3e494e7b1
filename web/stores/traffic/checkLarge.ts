/** Has a large message checked in a worker, which lives only as long as that takes. */
import type { LintOptions } from "../../../shared/lint/lint.ts";
import { startWorker } from "../../platform/trustedWorker.ts";
import type { LargeCheck } from "./checkWorker.ts";
import workerUrl from "./checkWorker.ts?worker&url";

type Check = NonNullable<LintOptions["checkLarge"]>;

/** Beyond this many bytes a message would take more memory than its check is worth. */
const mostBytes = 32 * 1024 * 1024;

/** Milliseconds that one check may take. */
const timeLimitMs = 10_000;

/** @returns undefined where it is too large for that as well, took too long, or the worker failed */
export const checkLarge: Check = async (job, carrier, bytes) => {
  if (bytes.byteLength > mostBytes) return undefined;
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
