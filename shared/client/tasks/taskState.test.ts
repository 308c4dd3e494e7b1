import { describe, expect, test } from "vitest";
import { announcedTask, readTask } from "./taskState.ts";

describe("reading a task", () => {
  const rows: readonly (readonly [what: string, value: unknown, state: object | undefined])[] = [
    [
      "of the extension",
      { taskId: "a", status: "working", statusMessage: "On it", pollIntervalMs: 5, ttlMs: null },
      { taskId: "a", status: "working", statusMessage: "On it", pollMs: 5 },
    ],
    [
      "of 2025-11-25",
      { taskId: "a", status: "working", pollInterval: 7 },
      { taskId: "a", status: "working", statusMessage: undefined, pollMs: 7 },
    ],
    ["in an unknown status", { taskId: "a", status: "paused" }, { status: "paused" }],
    [
      "with a poll interval of zero",
      { taskId: "a", status: "working", pollIntervalMs: 0 },
      { pollMs: 0 },
    ],
    [
      "with an invalid poll interval",
      { taskId: "a", status: "working", pollInterval: -1 },
      { pollMs: undefined },
    ],
    [
      "with a poll interval as text",
      { taskId: "a", status: "working", pollInterval: "1" },
      { pollMs: undefined },
    ],
    ["without an id", { status: "working" }, undefined],
    ["without a status", { taskId: "a" }, undefined],
    ["with an id that is not a string", { taskId: 1, status: "working" }, undefined],
    ["that is null", null, undefined],
  ];
  test.each(rows)("%s", (_, value, state) => {
    if (state === undefined) expect(readTask(value)).toBeUndefined();
    else expect(readTask(value)).toMatchObject(state);
  });
});

describe("a result that is a task", () => {
  const task = { taskId: "a", status: "working" };
  const rows: readonly (readonly [Parameters<typeof announcedTask>, boolean])[] = [
    [["modern", "tools/call", { resultType: "task", ...task }], true],
    [["modern", "tools/call", { resultType: "complete", ...task }], false],
    [["modern", "tools/call", task], false],
    [["modern", "prompts/get", { resultType: "task", ...task }], false],
    [["modern", "tasks/get", { resultType: "task", ...task }], false],
    [["modern", "tools/call", { task }], false],
    [["legacy", "tools/call", { task }], true],
    [["legacy", "tools/call", { resultType: "task", ...task }], false],
    [["legacy", "tools/call", { content: [] }], false],
  ];
  test.each(rows)("%j: %s", (given, isTask) => {
    expect(announcedTask(...given) !== undefined).toBe(isTask);
  });
});
