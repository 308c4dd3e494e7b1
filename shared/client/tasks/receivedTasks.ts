/** Runs requests of a server as tasks of this client, and answers what the server asks about them. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject, parseJsonObject } from "../../core/json/jsonObject.ts";
import { putText } from "../../core/json/putText.ts";
import { endInput, type InputAnswer } from "../input/serverInput.ts";

export interface ReceivedTasksOptions {
  /** The JSON text of the capabilities that the client declares. */
  readonly capabilitiesText: string;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly epochMs: () => number;
}

interface ReceivedRequest {
  readonly params: unknown;
  readonly answer: Promise<InputAnswer>;
  /** Withdraws the request from whoever answers it. */
  readonly control: AbortController;
}

export type ReceivedTasks = ReturnType<typeof createReceivedTasks>;

interface Task {
  readonly taskId: string;
  readonly createdAt: string;
  readonly ttl: number | null;
  readonly control: AbortController;
  lastUpdatedAt: string;
  status: "working" | "completed" | "failed" | "cancelled";
  readonly ended: Promise<InputAnswer>;
}

/** Where `tasks` declares that a request may be a task. */
const declaredAt: Readonly<Record<string, readonly string[]>> = {
  "sampling/createMessage": ["requests", "sampling", "createMessage"],
  "elicitation/create": ["requests", "elicitation", "create"],
};

/** The time between two polls that is suggested to the server, in milliseconds. */
const pollInterval = 1000;

/** Ended tasks that are kept. */
const maxEnded = 200;

const statusMessages = {
  working: "Waiting for an answer",
  completed: "Answered",
  failed: "Answered with an error",
  cancelled: "Cancelled by the server",
} as const;

const relatedTask = "io.modelcontextprotocol/related-task";

/**
 * Creates the tasks of one session.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export function createReceivedTasks(options: ReceivedTasksOptions) {
  const declared = getOwn(parseJsonObject(options.capabilitiesText), "tasks");
  const isDeclared = (path: readonly string[]) => isJsonObject(path.reduce(getOwn, declared));
  const now = () => new Date(options.epochMs()).toISOString();
  const tasks = new Map<string, Task>();

  const find = (params: unknown) => {
    const taskId = getOwn(params, "taskId");
    return typeof taskId === "string" ? tasks.get(taskId) : undefined;
  };

  const end = (task: Task, status: Task["status"]) => {
    if (task.status !== "working") return;
    task.status = status;
    task.lastUpdatedAt = now();
    const ended = [...tasks.values()].filter((other) => other.status !== "working");
    for (const { taskId } of ended.slice(0, -maxEnded)) tasks.delete(taskId);
  };

  return {
    /** Whether a request asks to be run as a task, and the client declares that it does so. */
    accepts(method: string, params: unknown): boolean {
      const path = declaredAt[method];
      return path !== undefined && isDeclared(path) && isJsonObject(getOwn(params, "task"));
    },

    /** Creates the task of a request; returns the result that announces it. */
    create({ params, answer, control }: ReceivedRequest): InputAnswer {
      const ttl = getOwn(getOwn(params, "task"), "ttl");
      const task: Task = {
        taskId: options.newId(),
        createdAt: now(),
        lastUpdatedAt: now(),
        ttl: typeof ttl === "number" ? ttl : null,
        status: "working",
        control,
        ended: answer.then((given) => {
          end(task, given.kind === "result" ? "completed" : "failed");
          return given;
        }),
      };
      tasks.set(task.taskId, task);
      return resultOf({ task: factsOf(task) });
    },

    /** Answers `tasks/get`, `tasks/result`, `tasks/list` and `tasks/cancel`; undefined for all others. */
    answer(method: string, params: unknown): Promise<InputAnswer> | undefined {
      if (!isJsonObject(declared)) return undefined;
      const task = find(params);
      switch (method) {
        case "tasks/get":
          return Promise.resolve(task ? resultOf(factsOf(task)) : invalidParams("Task not found"));
        case "tasks/result":
          return task
            ? task.ended.then((given) => withRelatedTask(given, task.taskId))
            : Promise.resolve(invalidParams("Task not found"));
        case "tasks/list":
          if (!isDeclared(["list"])) return undefined;
          return Promise.resolve(resultOf({ tasks: [...tasks.values()].map(factsOf) }));
        case "tasks/cancel":
          if (!isDeclared(["cancel"])) return undefined;
          if (!task) return Promise.resolve(invalidParams("Task not found"));
          if (task.status !== "working") {
            return Promise.resolve(invalidParams(`The task is already ${task.status}`));
          }
          end(task, "cancelled");
          endInput(task.control, "withdrawn");
          return Promise.resolve(resultOf(factsOf(task)));
        default:
          return undefined;
      }
    },

    /** Withdraws every request that is still unanswered. */
    close(): void {
      for (const { status, control } of tasks.values()) {
        if (status === "working") endInput(control, "connection-closed");
      }
    },
  };
}

function factsOf({ taskId, status, createdAt, lastUpdatedAt, ttl }: Task): object {
  const statusMessage = statusMessages[status];
  return { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttl, pollInterval };
}

function resultOf(result: object): InputAnswer {
  return { kind: "result", text: JSON.stringify(result) };
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#error-handling */
function invalidParams(message: string): InputAnswer {
  return { kind: "error", text: JSON.stringify({ code: -32602, message }) };
}

/** Adds the task to the `_meta` of an answer, whose other text stays as it was written. */
function withRelatedTask({ kind, text }: InputAnswer, taskId: string): InputAnswer {
  const meta = { [relatedTask]: { taskId } };
  if (kind === "error") return { kind, text };
  if (putText(text, ["_meta", relatedTask], "0") === text) {
    return { kind, text: putText(text, ["_meta"], JSON.stringify(meta)) };
  }
  return { kind, text: putText(text, ["_meta", relatedTask], JSON.stringify(meta[relatedTask])) };
}
