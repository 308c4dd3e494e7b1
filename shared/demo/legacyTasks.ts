/** The experimental tasks of revision 2025-11-25. */
import type { JsonObject } from "../core/json/jsonObject.ts";
import type { Demo } from "./demo.ts";
import { runTool, sleeper } from "./demoMethods.ts";
import { type DemoTask, isTerminal, taskMembers } from "./demoTasks.ts";
import type { AskClient, DemoTool, ToolCall } from "./protocol.ts";

interface LegacyTasks {
  start(tool: DemoTool, call: ToolCall, params: JsonObject): JsonObject;
  /** Answers the methods of tasks; undefined for any other method. */
  answer(method: string, params: JsonObject, ask: AskClient): Promise<JsonObject | undefined>;
}

/** Milliseconds that the client should wait between polls. */
const pollInterval = 500;

const related = (taskId: string) => ({ "io.modelcontextprotocol/related-task": { taskId } });

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks */
export function createLegacyTasks({ tasks, clock }: Demo): LegacyTasks {
  /** Waits for the end of a task and requests the input that it needs meanwhile. */
  const payloadOf = async (task: DemoTask, ask: AskClient): Promise<JsonObject> => {
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
    const result = task.result() ?? {
      content: [{ type: "text", text: "The task was cancelled." }],
      isError: true,
    };
    return { ...result, _meta: related(task.id) };
  };

  return {
    start(tool, call, { ttl }) {
      const task = tasks.start(
        async ({ signal, ask, report }) => {
          const progress: ToolCall["progress"] = (_, __, message) => report(message);
          const sleep = sleeper(clock, signal);
          const own = { ...call, signal, ask, progress, sleep, log: () => false };
          return { ...(await runTool(tool, own)) };
        },
        typeof ttl === "number" ? ttl : undefined,
      );
      return { task: shown(task) };
    },
    async answer(method, params, ask) {
      switch (method) {
        case "tasks/get":
          return shown(tasks.find(params.taskId));
        case "tasks/result":
          return payloadOf(tasks.find(params.taskId), ask);
        case "tasks/list":
          return { tasks: tasks.list().map(shown) };
        case "tasks/cancel": {
          const task = tasks.find(params.taskId);
          task.cancel();
          return shown(task);
        }
        default:
          return undefined;
      }
    },
  };
}

function shown(task: DemoTask): JsonObject {
  return { ...taskMembers(task), ttl: task.ttlMs, pollInterval };
}
