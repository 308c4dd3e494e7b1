/** The tasks extension of the modern era. */
import { type JsonObject, membersOf } from "../core/json/jsonObject.ts";
import type { Demo } from "./demo.ts";
import { type DemoTask, type TaskRun, taskMembers } from "./demoTasks.ts";
import { demoError, type InputRequest } from "./protocol.ts";

export const tasksExtension = "io.modelcontextprotocol/tasks";

/** Milliseconds that the client should wait between polls. */
const pollIntervalMs = 500;

/**
 * Starts a task and returns the result that announces it.
 * @param needs throws where the client cannot answer a request
 */
export function startModernTask(
  { tasks }: Demo,
  run: TaskRun,
  needs: (request: InputRequest) => void,
): JsonObject {
  const task = tasks.start(({ ask, ...rest }) =>
    run({
      ...rest,
      async ask(key, request) {
        needs(request);
        return ask(key, request);
      },
    }),
  );
  return { resultType: "task", ...shown(task) };
}

/** Answers the methods of tasks; undefined for any other method. */
export function answerModernTask(
  { tasks }: Demo,
  method: string,
  params: JsonObject,
): JsonObject | undefined {
  if (!["tasks/get", "tasks/update", "tasks/cancel"].includes(method)) return undefined;
  const task = tasks.find(params.taskId);
  if (method === "tasks/get") return detailed(task);
  if (method === "tasks/cancel") task.cancel();
  for (const [key, response] of Object.entries(membersOf(params.inputResponses))) {
    task.answer(key, membersOf(response));
  }
  return {};
}

/** A task with what belongs to its status. */
export function detailed(task: DemoTask): JsonObject {
  const status = task.status();
  const error = task.error();
  return {
    ...shown(task),
    ...(status === "input_required"
      ? { inputRequests: Object.fromEntries(task.inputRequests()) }
      : {}),
    ...(status === "completed" ? { result: { resultType: "complete", ...task.result() } } : {}),
    ...(status === "failed" && error ? { error: demoError(error) } : {}),
  };
}

function shown(task: DemoTask): JsonObject {
  return { ...taskMembers(task), ttlMs: task.ttlMs, pollIntervalMs };
}
