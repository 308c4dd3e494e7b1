import { expect, test } from "vitest";
import type { Connected } from "../../../shared/client/client.ts";
import type { Outcome } from "../../../shared/client/session/outcome.ts";
import type { TaskState } from "../../../shared/client/tasks/taskState.ts";
import { persistedTasksOf } from "./persistedTasks.ts";
import { createRuns, resumeRun } from "./runs.ts";

const task: TaskState = {
  taskId: "t",
  status: "working",
  statusMessage: undefined,
  pollMs: undefined,
};

/** A connection whose task is followed until the test ends that. */
function createFollower() {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const told: ((state: TaskState) => void)[] = [];
  const client = {
    follow: (_: TaskState, { onTask }: { onTask: (state: TaskState) => void }) => {
      told.push(onTask);
      return promise;
    },
  } as unknown as Connected;
  return { client, end: resolve, tell: (state: TaskState) => told[0]?.(state) };
}

test("a task that is resumed again belongs to its newest connection", async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  const tasks = persistedTasksOf(storage, { kind: "http", url: "https://a.example/mcp" } as never);
  const runs = createRuns();
  const [closed, fresh] = [createFollower(), createFollower()];
  const first = resumeRun(runs, "tool a", closed.client, task, tasks, 0);
  const second = resumeRun(runs, "tool a", fresh.client, task, tasks, 1);
  closed.tell({ ...task, statusMessage: "from the closed connection" });
  closed.end({ kind: "failed", failure: { code: "exited" } as never, ms: 1 });
  await first;
  expect(runs.getState().get("tool a")).toMatchObject({ kind: "running", task: undefined });
  fresh.end({ kind: "cancelled", ms: 2 });
  await second;
  expect(runs.getState().get("tool a")).toMatchObject({
    kind: "done",
    outcome: { kind: "cancelled" },
  });
});
