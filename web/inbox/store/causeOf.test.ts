import { expect, test } from "vitest";
import type { ServerInput } from "../../../shared/client/input/serverInput.ts";
import type { CallsState } from "../../calls/store/calls.ts";
import type { Run } from "../../calls/store/run.ts";
import { causeOf } from "./causeOf.ts";

const task = (taskId: string) => ({
  taskId,
  status: "working" as const,
  statusMessage: undefined,
  pollMs: undefined,
});
const running = (seq: number, taskId?: string): Run => ({
  kind: "running",
  seq,
  mark: Symbol(),
  text: "{}",
  startedAt: 0,
  progress: undefined,
  task: taskId === undefined ? undefined : task(taskId),
  cancel() {},
});
const calls: CallsState = new Map([
  [
    "a",
    new Map([
      ["tool one", [running(4), running(5)]],
      ["tool two", [running(-1, "t2")]],
    ]),
  ],
  ["b", new Map([["tool three", [running(7)]]])],
]);
const input = (part: Partial<ServerInput>) => ({
  serverId: "a",
  input: { causedBy: undefined, ...part } as ServerInput,
});

test.each<[string, Partial<ServerInput>, string | undefined]>([
  ["the request in the log", { causedBy: 4 }, "tool one"],
  ["the task that asks", { taskId: "t2" }, "tool two"],
  [
    "the task named in _meta",
    { params: { _meta: { "io.modelcontextprotocol/related-task": { taskId: "t2" } } } },
    "tool two",
  ],
  ["nothing known", {}, undefined],
  ["a call of another server", { causedBy: 7 }, undefined],
  ["a task of nobody", { taskId: "t9" }, undefined],
])("by %s", (_, part, key) => {
  expect(causeOf(calls, input(part))).toBe(key);
});
