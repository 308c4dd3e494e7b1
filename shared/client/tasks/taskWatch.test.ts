import { expect, test } from "vitest";
import { createHandClock } from "../../core/handClock.fixture.ts";
import { createTaskWatch } from "./taskWatch.ts";

function watch(taskId = "a", ms = 1000) {
  const clock = createHandClock();
  const tasks = createTaskWatch(clock);
  const control = new AbortController();
  let isOver = false;
  void tasks.changed(taskId, ms, control.signal).then(() => {
    isOver = true;
  });
  const over = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return isOver;
  };
  return { clock, tasks, control, over };
}

test("the wait ends when its time has come, not before", async () => {
  const { clock, over } = watch();
  clock.advance(999);
  expect(await over()).toBe(false);
  clock.advance(1);
  expect(await over()).toBe(true);
});

test.each(["notifications/tasks", "notifications/tasks/status"])("%s ends it", async (method) => {
  const { clock, tasks, over } = watch();
  tasks.handleNotification(method, { taskId: "a" });
  expect(await over()).toBe(true);
  expect(clock.waits()).toEqual([]);
});

test("news of other tasks and other news do not", async () => {
  const { tasks, over } = watch();
  tasks.handleNotification("notifications/tasks", { taskId: "b" });
  tasks.handleNotification("notifications/message", { taskId: "a" });
  tasks.handleNotification("notifications/tasks", undefined);
  expect(await over()).toBe(false);
});

test("giving up ends it", async () => {
  const { control, clock, over } = watch();
  control.abort();
  expect(await over()).toBe(true);
  expect(clock.waits()).toEqual([]);
});
