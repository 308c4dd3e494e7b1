/** Decides whether a tool call may or must be a task, for the experimental tasks of 2025-11-25. */

import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject } from "../../core/json/jsonObject.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import type { Agreement } from "../negotiation/agreement.ts";

/** `required`: the call must be a task; `optional`: it may be one; `no`: it must not be. */
export type TaskSupport = "required" | "optional" | "no";

/**
 * The first revision with these tasks; in the modern era, with the extension, only the server
 * decides.
 */
const firstRevision = "2025-11-25";
const tasksExtension = "io.modelcontextprotocol/tasks";

/**
 * The task support of a tool; what the tool declares counts only if the server declares the capability.
 * @param tool an entry of `tools/list`, not validated
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation
 */
export function taskSupportOf(
  tool: unknown,
  { revision, capabilities }: Pick<Agreement, "revision" | "capabilities">,
): TaskSupport {
  const hasTasks = traitsOf(revision).era === "legacy" && revision >= firstRevision;
  const ofRequests = getOwn(capabilities.tasks, "requests");
  const canBeTasks = isJsonObject(getOwn(getOwn(ofRequests, "tools"), "call"));
  if (!hasTasks || !canBeTasks) return "no";
  const support = getOwn(getOwn(tool, "execution"), "taskSupport");
  return support === "required" || support === "optional" ? support : "no";
}

/** What a server lets its clients do with tasks. */
export interface TaskMethods {
  /** Whether `tasks/list` names them; the tasks extension has no such method. */
  readonly canList: boolean;
  readonly canCancel: boolean;
  /** The method whose answer holds the result of an ended task. */
  readonly resultMethod: "tasks/result" | "tasks/get";
}

/**
 * The task methods of a server; undefined if it declares no tasks.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#capabilities
 * @see https://modelcontextprotocol.io/extensions/tasks/overview
 */
export function taskMethodsOf({
  revision,
  capabilities,
}: Pick<Agreement, "revision" | "capabilities">): TaskMethods | undefined {
  if (traitsOf(revision).era === "modern") {
    const isDeclared = isJsonObject(getOwn(capabilities.extensions, tasksExtension));
    if (!isDeclared) return undefined;
    return { canList: false, canCancel: true, resultMethod: "tasks/get" };
  }
  const declared = capabilities.tasks;
  if (revision < firstRevision || !isJsonObject(declared)) return undefined;
  return {
    canList: isJsonObject(getOwn(declared, "list")),
    canCancel: isJsonObject(getOwn(declared, "cancel")),
    resultMethod: "tasks/result",
  };
}

/**
 * The JSON text of the `task` parameter that makes a call a task.
 * @param ttlMs how long the server should keep the task, in milliseconds; its choice if undefined
 */
export function taskParamText(ttlMs?: number): string {
  return JSON.stringify(ttlMs === undefined ? {} : { ttl: ttlMs });
}
