import { expect, test } from "vitest";
import { createManualClock } from "../../core/manualClock.fixture.ts";
import { createTaskChanges } from "./taskChanges.ts";

function watch(taskId = "a", ms = 1000) {
  const clock = createManualClock();
  const tasks = createTaskChanges(clock);
  const control = new AbortController();
  let isOver = false;
  void tasks.waitForChange(taskId, ms, control.signal).then(() => {
    isOver = true;
  });
  const over = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return isOver;
  };
  return { clock, tasks, control, over };
}

test("the wait ends after its time, not before", async () => {
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

test("other tasks and other notifications do not end it", async () => {
  const { tasks, over } = watch();
  tasks.handleNotification("notifications/tasks", { taskId: "b" });
  tasks.handleNotification("notifications/message", { taskId: "a" });
  tasks.handleNotification("notifications/tasks", undefined);
  expect(await over()).toBe(false);
});

test("aborting ends it", async () => {
  const { control, clock, over } = watch();
  control.abort();
  expect(await over()).toBe(true);
  expect(clock.waits()).toEqual([]);
});
