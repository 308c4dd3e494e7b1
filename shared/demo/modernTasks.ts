/** The tasks extension of the modern era. */
import { asJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import type { Demo } from "./demo.ts";
import { runTool, sleeper } from "./demoMethods.ts";
import { type DemoTask, taskMembers } from "./demoTasks.ts";
import { type DemoTool, demoError, type InputRequest, type ToolCall } from "./protocol.ts";

export const tasksExtension = "io.modelcontextprotocol/tasks";

/** Milliseconds that the client should wait between polls. */
const pollIntervalMs = 500;

export function createModernTasks({ tasks, clock }: Demo) {
  return {
    /**
     * Starts a call as a task and returns the result that announces it.
     * @param needs throws where the client cannot answer a request
     */
    start(tool: DemoTool, call: ToolCall, needs: (request: InputRequest) => void): JsonObject {
      const task = tasks.start(async ({ signal, ask, report }) => {
        const result = await runTool(tool, {
          ...call,
          signal,
          sleep: sleeper(clock, signal),
          progress: (_, __, message) => report(message),
          log: () => false,
          async ask(key, request) {
            needs(request);
            return ask(key, request);
          },
        });
        return { resultType: "complete", ...result };
      });
      return { resultType: "task", ...shown(task) };
    },
    /** Answers the methods of tasks; undefined for any other method. */
    answer(method: string, params: JsonObject): JsonObject | undefined {
      if (!["tasks/get", "tasks/update", "tasks/cancel"].includes(method)) return undefined;
      const task = tasks.find(params.taskId);
      if (method === "tasks/get") return detailed(task);
      if (method === "tasks/cancel") task.cancel();
      for (const [key, response] of Object.entries(asJsonObject(params.inputResponses) ?? {})) {
        task.answer(key, asJsonObject(response) ?? {});
      }
      return {};
    },
  };
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
    ...(status === "completed" ? { result: task.result() } : {}),
    ...(status === "failed" && error ? { error: demoError(error) } : {}),
  };
}

function shown(task: DemoTask): JsonObject {
  return { ...taskMembers(task), ttlMs: task.ttlMs, pollIntervalMs };
}
