/** Finds the call that caused a request from a server. */
import type { ServerInput } from "../../../shared/client/input/serverInput.ts";
import { getOwn } from "../../../shared/core/getOwn.ts";
import type { RunsState } from "../invocations/runs.ts";
import type { InboxItem } from "./inbox.ts";

/**
 * The key of the item whose call caused a request; undefined if no call of this page did, or if its
 * run
 * is no longer the newest one.
 */
export function causeOf(
  runs: RunsState,
  { recordId, input }: Pick<InboxItem, "recordId" | "input">,
): string | undefined {
  const taskId = taskOf(input);
  for (const [key, run] of runs.get(recordId) ?? []) {
    if (input.causedBy !== undefined && run.seq === input.causedBy) return key;
    if (taskId !== undefined && run.kind === "running" && run.task?.taskId === taskId) return key;
  }
  return undefined;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#associating-messages-with-a-task */
function taskOf({ taskId, params }: ServerInput): string | undefined {
  const related = getOwn(getOwn(params, "_meta"), "io.modelcontextprotocol/related-task");
  const named = taskId ?? getOwn(related, "taskId");
  return typeof named === "string" ? named : undefined;
}
