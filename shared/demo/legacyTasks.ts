/** The experimental tasks of revision 2025-11-25. */
import type { JsonObject } from "../core/json/jsonObject.ts";
import type { Demo } from "./demo.ts";
import { type DemoTask, isTerminal, type TaskRun, taskMembers } from "./demoTasks.ts";
import { type AskClient, textResult } from "./protocol.ts";

/** Milliseconds that the client should wait between polls. */
const pollInterval = 500;

const related = (taskId: string) => ({ "io.modelcontextprotocol/related-task": { taskId } });

/** Starts a task and returns the result that announces it. */
export function startLegacyTask({ tasks }: Demo, run: TaskRun, { ttl }: JsonObject): JsonObject {
  return { task: shown(tasks.start(run, typeof ttl === "number" ? ttl : undefined)) };
}

/**
 * Answers the methods of tasks; undefined for any other method.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export function answerLegacyTask(
  { tasks }: Demo,
  method: string,
  { taskId }: JsonObject,
  ask: AskClient,
): JsonObject | undefined | Promise<JsonObject> {
  switch (method) {
    case "tasks/get":
      return shown(tasks.find(taskId));
    case "tasks/result":
      return payloadOf(tasks.find(taskId), ask);
    case "tasks/list":
      return { tasks: tasks.list().map(shown) };
    case "tasks/cancel": {
      const task = tasks.find(taskId);
      task.cancel();
      return shown(task);
    }
    default:
      return undefined;
  }
}

/** Waits for the end of a task and requests the input that it needs meanwhile. */
async function payloadOf(task: DemoTask, ask: AskClient): Promise<JsonObject> {
  const asked = new Set<string>();
  while (!isTerminal(task)) {
    const changed = task.changed();
    for (const [key, request] of task.inputRequests()) {
      if (asked.has(key)) continue;
      asked.add(key);
      task.answer(key, await ask(request, related(task.id)));
    }
    if (!isTerminal(task) && task.inputRequests().size === 0) await changed;
  }
  const error = task.error();
  if (error) throw error;
  const result = task.result() ?? { ...textResult("The task was cancelled."), isError: true };
  return { ...result, _meta: related(task.id) };
}

function shown(task: DemoTask): JsonObject {
  return { ...taskMembers(task), ttl: task.ttlMs, pollInterval };
}
