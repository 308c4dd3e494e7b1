import { expect, test } from "vitest";
import type { Connected } from "../../../shared/client/connected.ts";
import type { RequestOutcome } from "../../../shared/client/session/outcome.ts";
import type { TaskState } from "../../../shared/client/tasks/taskState.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { persistedTasksOf } from "./persistedTasks.ts";
import { createRuns, runOf } from "./runs.ts";

const task: TaskState = {
  taskId: "t",
  status: "working",
  statusMessage: undefined,
  pollMs: undefined,
};

/** A connection whose task is polled until the test ends it. */
function createFollower() {
  const { promise, resolve } = Promise.withResolvers<RequestOutcome>();
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
  const storage = createMemoryStorage();
  const tasks = persistedTasksOf(storage, "https://a.example/mcp");
  const runs = createRuns(systemClock);
  const [closed, fresh] = [createFollower(), createFollower()];
  const first = runs.resume(
    { serverId: "r", key: "tool a", client: closed.client, tasks },
    task,
    0,
  );
  const second = runs.resume(
    { serverId: "r", key: "tool a", client: fresh.client, tasks },
    task,
    1,
  );
  closed.tell({ ...task, statusMessage: "from the closed connection" });
  closed.end({ kind: "failed", failure: { code: "exited" } as never, ms: 1 });
  await first;
  expect(runOf(runs.getState(), "r", "tool a")).toMatchObject({ kind: "running", task: undefined });
  fresh.end({ kind: "cancelled", ms: 2 });
  await second;
  expect(runOf(runs.getState(), "r", "tool a")).toMatchObject({
    kind: "done",
    outcome: { kind: "cancelled" },
  });
});

test("a task stays that of the model which called, also after another reload", async () => {
  const tasks = persistedTasksOf(createMemoryStorage(), "r");
  const runs = createRuns(systemClock);
  const { client, end, tell } = createFollower();
  const initiator = { kind: "model", id: "one" } as const;
  const context = { serverId: "r", key: "tool a", client, tasks };
  const resumed = runs.resume(context, { ...task, initiator }, 0);
  tell(task);
  expect(tasks.all()).toEqual([["tool a", { ...task, initiator }]]);
  end({ kind: "cancelled", ms: 2 });
  await resumed;
  expect(runOf(runs.getState(), "r", "tool a")?.initiator).toEqual(initiator);
});
