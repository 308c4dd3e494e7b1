import { expect, test, vi } from "vitest";
import { ask, setUpClient } from "../client.fixture.ts";
import type { InputAnswer } from "../input/serverInput.ts";
import type { TaskState } from "./taskState.ts";

const extensions = { "io.modelcontextprotocol/tasks": {} };
const discovery = {
  result: { supportedVersions: ["2026-07-28"], capabilities: { tools: {}, extensions } },
};
const task = { resultType: "task", taskId: "t", pollIntervalMs: 500 };
const inputRequests = { name: { method: "elicitation/create", params: { message: "Name?" } } };

/** A task that waits for one answer, and is complete with it. */
async function startWaitingTask() {
  let status = "input_required";
  const answer = Promise.withResolvers<InputAnswer>();
  const set = setUpClient(
    ({ method }) => {
      switch (method) {
        case "server/discover":
          return discovery;
        case "tools/call":
          return { result: { ...task, status } };
        case "tasks/get": {
          const state = status === "completed" ? { result: { content: [] } } : { inputRequests };
          return { result: { ...task, status, ...state } };
        }
        case "tasks/update":
          status = "completed";
          return { result: {} };
      }
      return undefined;
    },
    { answerInput: () => answer.promise },
  );
  const operation = ask(await set.connected(), "tools/call", { name: "t" });
  const polls = () => set.sent("tasks/get").length;
  /** Waits for the next poll; returns the milliseconds until it. */
  const nextPoll = async () => {
    const [ms] = await vi.waitFor(() => {
      const waits = set.clock.waits();
      expect(waits).toHaveLength(1);
      return waits as [number];
    });
    const before = polls();
    set.clock.advance(ms);
    await vi.waitFor(() => expect(polls()).toBe(before + 1));
    return ms;
  };
  await vi.waitFor(() => expect(polls()).toBe(1));
  return { ...set, operation, answer, polls, nextPoll };
}

test("a task that waits for input is polled ever less often, at most once a minute", async () => {
  const { nextPoll } = await startWaitingTask();
  const waits: number[] = [];
  for (let poll = 0; poll < 10; poll++) waits.push(await nextPoll());
  expect(waits.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
  expect(waits.slice(-2)).toEqual([60_000, 60_000]);
});

test("it is polled as soon as its input was sent", async () => {
  const { nextPoll, answer, operation, polls, sent } = await startWaitingTask();
  for (let poll = 0; poll < 6; poll++) await nextPoll();
  const before = polls();
  answer.resolve({ kind: "result", text: '{"action":"accept","content":{"name":"Ada"}}' });
  expect(await operation.done).toMatchObject({ kind: "result", value: { content: [] } });
  expect(sent("tasks/update")).toHaveLength(1);
  expect(polls()).toBe(before + 1);
});

test("what a task said at work is not its message once it has ended", async () => {
  const states = [
    ["working", "Gathering sources"],
    ["working", "Generating report"],
    ["completed", "Generating report"],
  ];
  let next = 0;
  const stateOf = () => {
    const [status, statusMessage] = states[next++] ?? [];
    const ended = status === "completed" ? { result: { content: [] } } : {};
    return { result: { ...task, status, statusMessage, ...ended } };
  };
  const set = setUpClient(({ method }) => {
    if (method === "server/discover") return discovery;
    return method === "tools/call" || method === "tasks/get" ? stateOf() : undefined;
  });
  const told: unknown[] = [];
  const onTask = (state: TaskState) => void told.push([state.status, state.statusMessage]);
  const { done } = (await set.connected()).request("tools/call", '{"name":"t"}', {
    initiator: { kind: "user" },
    onTask,
  });
  for (let polls = 1; polls <= 2; polls++) {
    await vi.waitFor(() => expect(set.clock.waits()).toHaveLength(1));
    set.clock.advance(500);
    await vi.waitFor(() => expect(set.sent("tasks/get")).toHaveLength(polls));
  }
  expect(await done).toMatchObject({ kind: "result" });
  expect(told).toEqual([...states.slice(0, 2), ["completed", undefined]]);
});
