/** Reads the state of a task, of revision 2025-11-25 or of the tasks extension. */

import { getOwn } from "../../core/json/getOwn.ts";
import type { EraKind } from "../../protocol/revisions.ts";

export interface TaskState {
  readonly taskId: string;
  /** `working`, `input_required`, `completed`, `failed` or `cancelled`; other values are kept as received. */
  readonly status: string;
  readonly statusMessage: string | undefined;
  /** Poll interval in milliseconds that the server asks for. */
  readonly pollMs: number | undefined;
}

/**
 * Reads the task that a server created instead of returning a result.
 * @returns undefined if the result is not a task
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export function announcedTask(
  era: EraKind,
  method: string,
  result: unknown,
): TaskState | undefined {
  if (era === "legacy") return readTask(getOwn(result, "task"));
  const isTask = method === "tools/call" && getOwn(result, "resultType") === "task";
  return isTask ? readTask(result) : undefined;
}

/** Reads the members of a task, as `tasks/get` and the notifications carry them. */
export function readTask(value: unknown): TaskState | undefined {
  const taskId = getOwn(value, "taskId");
  const status = getOwn(value, "status");
  if (typeof taskId !== "string" || typeof status !== "string") return undefined;
  const message = getOwn(value, "statusMessage");
  const poll = getOwn(value, "pollIntervalMs") ?? getOwn(value, "pollInterval");
  return {
    taskId,
    status,
    statusMessage: typeof message === "string" ? message : undefined,
    pollMs: typeof poll === "number" && poll >= 0 ? poll : undefined,
  };
}

/** Whether a task with this state changes no more. */
export function isEndedTask(status: string): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}
