/** Runs a job of the content worker for a component, and remembers recent replies. */
import { useEffect, useState } from "react";
import { createJobQueue } from "../../platform/jobQueue.ts";
import { startWorker } from "../../platform/trustedWorker.ts";
import type { ContentJob } from "./contentWorker.ts";
import workerUrl from "./contentWorker.ts?worker&url";

/** Milliseconds that one text may take. */
const timeLimit = 3000;

/** Replies that are remembered, so that content shown again does not change its height. */
const maxReplies = 50;

const queue = createJobQueue<ContentJob, object>({
  createWorker: () => startWorker(workerUrl),
  timeLimit,
});

const replies = new Map<string, unknown>();

function remember(key: string, reply: unknown): void {
  replies.delete(key);
  replies.set(key, reply);
  for (const [oldest] of replies) {
    if (replies.size <= maxReplies) break;
    replies.delete(oldest);
  }
}

/** `failed`: the worker failed or took too long. */
type ContentReply<T> = { readonly kind: "done"; readonly value: T } | { kind: "failed" };

/**
 * @param job undefined if there is nothing to do
 * @returns undefined until the worker has replied
 */
export function useContentJob<T>(job: ContentJob | undefined): ContentReply<T> | undefined {
  const key = job && JSON.stringify(job);
  const [answer, setAnswer] = useState<{ key: string; reply: ContentReply<T> }>();

  useEffect(() => {
    if (key === undefined || replies.has(key)) return;
    const controller = new AbortController();
    void queue.run(JSON.parse(key), controller.signal).then((result) => {
      if (result.kind === "done") remember(key, result.reply);
      if (controller.signal.aborted) return;
      const reply =
        result.kind === "done" ? { kind: "done" as const, value: result.reply as T } : failed;
      setAnswer({ key, reply });
    });
    return () => controller.abort();
  }, [key]);

  if (key === undefined) return undefined;
  if (replies.has(key)) return { kind: "done", value: replies.get(key) as T };
  return answer?.key === key ? answer.reply : undefined;
}

const failed = { kind: "failed" } as const;
