/** Waits for news of tasks, which may come sooner than the next question is due. */
import { type Clock, sleep } from "../../core/clock.ts";
import { getOwn } from "../../core/getOwn.ts";

export interface TaskWatch {
  /** Settles when the task is said to have changed, at the latest after `ms` milliseconds. */
  changed(taskId: string, ms: number, signal: AbortSignal): Promise<void>;
  /** Takes in a notification. */
  handleNotification(method: string, params: unknown): void;
}

/** Whether a notification tells of a task: that of the extension, or of the revision that had tasks. */
const tellsOfTask = (method: string) =>
  method === "notifications/tasks" || method === "notifications/tasks/status";

export function createTaskWatch(clock: Clock): TaskWatch {
  const waiting = new Map<string, Set<() => void>>();
  return {
    async changed(taskId, ms, signal) {
      const woken = new AbortController();
      const wake = () => woken.abort();
      const all = waiting.get(taskId) ?? new Set();
      waiting.set(taskId, all.add(wake));
      await sleep(clock, ms, AbortSignal.any([signal, woken.signal]));
      all.delete(wake);
      if (all.size === 0) waiting.delete(taskId);
    },
    handleNotification(method, params) {
      if (!tellsOfTask(method)) return;
      const taskId = getOwn(params, "taskId");
      for (const wake of waiting.get(String(taskId)) ?? []) wake();
    },
  };
}
