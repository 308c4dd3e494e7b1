/** Whether a call is to be made a task, by the rules of the revision that had tasks as an experiment. */

import { getOwn } from "../../core/getOwn.ts";
import { traitsOf } from "../../mcp/revisions.ts";
import type { Agreement } from "../negotiation/agreement.ts";

/** `required`: the call must be a task; `optional`: it may be one; `no`: it must not be. */
export type TaskSupport = "required" | "optional" | "no";

/** The revision that brought these tasks; later eras have an extension, where only the server decides. */
const firstRevision = "2025-11-25";

/**
 * What holds for calls of a tool: its own word counts only where the server says that tools can be tasks.
 * @param tool an entry of `tools/list`, whatever is in it
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation
 */
export function taskSupportOf(
  tool: unknown,
  { revision, capabilities }: Pick<Agreement, "revision" | "capabilities">,
): TaskSupport {
  const hasTasks = traitsOf(revision).era === "legacy" && revision >= firstRevision;
  const ofRequests = getOwn(capabilities.tasks, "requests");
  const canBeTasks = isObject(getOwn(getOwn(ofRequests, "tools"), "call"));
  if (!hasTasks || !canBeTasks) return "no";
  const support = getOwn(getOwn(tool, "execution"), "taskSupport");
  return support === "required" || support === "optional" ? support : "no";
}

/**
 * The JSON text of the `task` parameter that makes a call a task.
 * @param ttlMs how long the server is asked to keep the task, in milliseconds; its own choice where undefined
 */
export function taskParamText(ttlMs?: number): string {
  return JSON.stringify(ttlMs === undefined ? {} : { ttl: ttlMs });
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
