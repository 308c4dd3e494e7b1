/** Validates a large message in a worker that is terminated afterwards. */
import type { LintOptions } from "../../../shared/lint/lint.ts";
import { startWorker } from "../../platform/trustedWorker.ts";
import type { LargeCheck } from "./checkWorker.ts";
import workerUrl from "./checkWorker.ts?worker&url";

type Check = NonNullable<LintOptions["checkLarge"]>;

/** Messages larger than this many bytes are not validated. */
const maxBytes = 32 * 1024 * 1024;

/** Timeout of one validation in milliseconds. */
const timeLimitMs = 10_000;

/** @returns undefined if the message is too large, validation timed out, or the worker failed */
export const checkLarge: Check = async (job, carrier, bytes) => {
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
