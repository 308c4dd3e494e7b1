/** Finds the call that caused a request from a server. */
import type { ServerInput } from "../../../shared/client/input/serverInput.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import type { CallsState } from "../../calls/store/calls.ts";
import type { InboxItem } from "./inbox.ts";

/**
 * The key of the item whose call caused a request; undefined if no recent call of this page did.
 */
export function causeOf(
  calls: CallsState,
  { serverId, input }: Pick<InboxItem, "serverId" | "input">,
): string | undefined {
  const taskId = taskOf(input);
  for (const [key, runs] of calls.get(serverId) ?? []) {
    for (const run of runs) {
      if (input.causedBy !== undefined && run.seq === input.causedBy) return key;
      if (taskId !== undefined && run.kind === "running" && run.task?.taskId === taskId) return key;
    }
  }
  return undefined;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#associating-messages-with-a-task */
function taskOf({ taskId, params }: ServerInput): string | undefined {
  const related = getOwn(getOwn(params, "_meta"), "io.modelcontextprotocol/related-task");
  const named = taskId ?? getOwn(related, "taskId");
  return typeof named === "string" ? named : undefined;
}
