/** Waits for the next poll of a task, or for a notification that arrives sooner. */
import { type Clock, sleep } from "../../core/clock.ts";
import { getOwn } from "../../core/json/getOwn.ts";

export type TaskChanges = ReturnType<typeof createTaskChanges>;

/** Whether a notification is about a task: of the extension, or of 2025-11-25. */
const isTaskNotification = (method: string) =>
  method === "notifications/tasks" || method === "notifications/tasks/status";

/** Creates the waiting list of one connection. */
export function createTaskChanges(clock: Clock) {
  const waiting = new Map<string, Set<() => void>>();
  return {
    /** Settles when the server notifies that the task changed, at the latest after `ms` milliseconds. */
    async waitForChange(taskId: string, ms: number, signal: AbortSignal): Promise<void> {
      const wakeControl = new AbortController();
      const wake = () => wakeControl.abort();
      const all = waiting.get(taskId) ?? new Set();
      waiting.set(taskId, all.add(wake));
      await sleep(clock, ms, AbortSignal.any([signal, wakeControl.signal]));
      all.delete(wake);
      if (all.size === 0) waiting.delete(taskId);
    },
    handleNotification(method: string, params: unknown): void {
      if (!isTaskNotification(method)) return;
      const taskId = getOwn(params, "taskId");
      for (const wake of waiting.get(String(taskId)) ?? []) wake();
    },
  };
}
