/** Runs tool calls as tasks and keeps their states. */
import type { JsonObject } from "../core/json/jsonObject.ts";
import { type InputRequest, RpcError, type ToolResult } from "./protocol.ts";

type Status = "working" | "input_required" | "completed" | "failed" | "cancelled";

export interface DemoTask {
  readonly id: string;
  readonly createdAt: string;
  readonly ttlMs: number;
  status(): Status;
  statusMessage(): string | undefined;
  lastUpdatedAt(): string;
  /** What the task waits for, by key; empty unless its status is `input_required`. */
  inputRequests(): ReadonlyMap<string, InputRequest>;
  result(): ToolResult | undefined;
  error(): RpcError | undefined;
  /** Accepts an answer; ignores one to a question that is not open. */
  answer(key: string, response: JsonObject): void;
  cancel(): void;
  /** Resolves at the next change of its state. */
  changed(): Promise<void>;
}

/** Runs a task with what it may use. */
export type TaskRun = (task: {
  readonly signal: AbortSignal;
  ask(key: string, request: InputRequest): Promise<JsonObject>;
  report(message: string): void;
}) => Promise<ToolResult>;

export interface DemoTasks {
  start(run: TaskRun, ttlMs?: number): DemoTask;
  /** @throws {RpcError} when there is no such task */
  find(id: unknown): DemoTask;
  /** Newest first. */
  list(): readonly DemoTask[];
  /** Calls back after every change of a task; returns the function that unsubscribes. */
  subscribe(listener: (task: DemoTask) => void): () => void;
}

/** Maximum number of tasks that are kept. */
const maxTasks = 50;

export const isTerminal = (task: DemoTask) =>
  ["completed", "failed", "cancelled"].includes(task.status());

/** The members of a task that both task protocols have. */
export function taskMembers(task: DemoTask): JsonObject {
  const statusMessage = task.statusMessage();
  return {
    taskId: task.id,
    status: task.status(),
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt: task.createdAt,
    lastUpdatedAt: task.lastUpdatedAt(),
  };
}

/** @param date the time of day */
export function createDemoTasks(newId: () => string, date: () => Date): DemoTasks {
  const tasks = new Map<string, DemoTask>();
  const listeners = new Set<(task: DemoTask) => void>();

  const start: DemoTasks["start"] = (run, ttlMs = 600_000) => {
    const createdAt = date().toISOString();
    const cancelled = new AbortController();
    const open = new Map<
      string,
      { request: InputRequest; resolve: (answer: JsonObject) => void }
    >();
    let status: Status = "working";
    let statusMessage: string | undefined;
    let lastUpdatedAt = createdAt;
    let result: ToolResult | undefined;
    let error: RpcError | undefined;
    let change = Promise.withResolvers<void>();

    const update = (next: Status, message = statusMessage) => {
      status = next;
      statusMessage = message;
      lastUpdatedAt = date().toISOString();
      const former = change;
      change = Promise.withResolvers();
      former.resolve();
      for (const listener of listeners) listener(task);
    };

    const task: DemoTask = {
      id: newId(),
      createdAt,
      ttlMs,
      status: () => status,
      statusMessage: () => statusMessage,
      lastUpdatedAt: () => lastUpdatedAt,
      inputRequests: () => new Map([...open].map(([key, { request }]) => [key, request])),
      result: () => result,
      error: () => error,
      answer(key, response) {
        const asked = open.get(key);
        if (!asked) return;
        open.delete(key);
        update(open.size > 0 ? "input_required" : "working");
        asked.resolve(response);
      },
      cancel() {
        if (isTerminal(task)) return;
        update("cancelled", "Cancelled by the client.");
        cancelled.abort();
      },
      changed: () => change.promise,
    };
    tasks.set(task.id, task);
    for (const id of [...tasks.keys()].slice(0, -maxTasks)) tasks.delete(id);
    void run({
      signal: cancelled.signal,
      report: (message) => update(status, message),
      ask(key, request) {
        const { promise, resolve } = Promise.withResolvers<JsonObject>();
        open.set(key, { request, resolve });
        update("input_required");
        return promise;
      },
    }).then(
      (value) => {
        if (isTerminal(task)) return;
        result = value;
        update("completed", "Done.");
      },
      (cause: unknown) => {
        if (isTerminal(task)) return;
        error = cause instanceof RpcError ? cause : new RpcError(-32603, String(cause));
        update("failed", error.message);
      },
    );
    return task;
  };

  return {
    start,
    find(id) {
      const task = typeof id === "string" ? tasks.get(id) : undefined;
      if (!task) throw new RpcError(-32602, "Failed to retrieve task: Task not found");
      return task;
    },
    list: () => [...tasks.values()].reverse(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
