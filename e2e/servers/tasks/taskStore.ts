/** Stores tasks and their states on the server side. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Job, JobFault } from "./taskJobs.ts";

export interface TaskSettings {
  /** The polling interval that the server requests, in milliseconds. */
  readonly pollIntervalMs: number;
  /** Milliseconds until the effect of `tasks/update` is visible. */
  readonly lagMs?: number;
}

type Members = Readonly<Record<string, unknown>>;

/** The state of a task with all members of its status. */
export interface DetailedTask extends Members {
  readonly taskId: string;
  readonly status: string;
}

export interface StoredTask {
  /** The result of the request that created the task. */
  announced(): DetailedTask;
  detailed(): DetailedTask;
  /** Accepts answers; ignores those without a request. */
  update(responses: Members): void;
  cancel(): void;
}

export interface TaskStore {
  start(job: Job, args: Members): StoredTask;
  find(taskId: unknown): StoredTask | undefined;
  /** Calls back on every change of every task; returns the function that unsubscribes. */
  subscribe(listener: (task: DetailedTask) => void): () => void;
  close(): void;
}

export function createTaskStore({ pollIntervalMs, lagMs = 0 }: TaskSettings): TaskStore {
  const tasks = new Map<unknown, StoredTask>();
  const listeners = new Set<(task: DetailedTask) => void>();

  const start = (job: Job, args: Members): StoredTask => {
    const taskId = randomUUID();
    const createdAt = new Date().toISOString();
    const base = { taskId, createdAt, ttlMs: 60_000, pollIntervalMs };
    const cancelled = new AbortController();
    let state: Members & { readonly status: string } = { status: "working" };
    let lastUpdatedAt = createdAt;
    let asked: { keys: string[]; responses: Record<string, unknown>; go: () => void } | undefined;

    const detailed = () => ({ ...base, lastUpdatedAt, ...state });
    const become = (next: typeof state) => {
      state = next;
      lastUpdatedAt = new Date().toISOString();
      for (const listener of listeners) listener(detailed());
    };

    const ask = async (inputRequests: Readonly<Record<string, object>>) => {
      const answered = Promise.withResolvers<void>();
      const responses: Record<string, unknown> = {};
      asked = { keys: Object.keys(inputRequests), responses, go: answered.resolve };
      become({ status: "input_required", inputRequests });
      await answered.promise;
      asked = undefined;
      await delay(lagMs);
      become({ status: "working" });
      return responses;
    };

    const work = async () => {
      try {
        const result = await job.run({ arguments: args, signal: cancelled.signal, ask });
        if (!cancelled.signal.aborted) become({ status: "completed", result });
      } catch (error) {
        if (cancelled.signal.aborted) return;
        if (!(error instanceof JobFault)) throw error;
        const { code, message } = error;
        become({ status: "failed", statusMessage: message, error: { code, message } });
      }
    };

    const task: StoredTask = {
      announced: () => ({ ...base, lastUpdatedAt: createdAt, status: "working" }),
      detailed,
      update(responses) {
        for (const [key, response] of Object.entries(responses)) {
          if (asked?.keys.includes(key)) asked.responses[key] = response;
        }
        if (asked?.keys.every((key) => Object.hasOwn(asked?.responses ?? {}, key))) asked.go();
      },
      cancel() {
        if (["completed", "failed"].includes(state.status)) return;
        cancelled.abort();
        become({ status: "cancelled" });
      },
    };
    tasks.set(taskId, task);
    void work();
    return task;
  };

  return {
    start,
    find: (taskId) => tasks.get(taskId),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const task of tasks.values()) task.cancel();
    },
  };
}
