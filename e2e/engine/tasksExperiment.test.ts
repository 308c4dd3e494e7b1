import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AnswerInput } from "../../shared/client/input/serverInput.ts";
import type { TaskState } from "../../shared/client/tasks/taskState.ts";
import { taskParamText, taskSupportOf } from "../../shared/client/tasks/taskSupport.ts";
import {
  type EverythingServer,
  everythingProgram,
  startEverything,
} from "../servers/everything.ts";
import { connectTo, type Engine, type EngineOptions, soon, type Target } from "./engine.fixture.ts";

const name = "simulate-research-query";
const revision = "2025-11-25";

let server: EverythingServer;
beforeAll(async () => {
  server = await startEverything();
});
afterAll(() => server.stop());

/** Checks the same over both transports at the same time, because the tool takes seconds. */
const overBoth = (check: (target: Target) => Promise<void>) =>
  Promise.all([{ url: server.url }, { program: [everythingProgram, "stdio"] }].map(check));

const connect = (target: Target, options: EngineOptions = {}) =>
  connectTo(target, { revision, capabilities: { elicitation: {} }, ...options });

/** Starts the tool as a task; it takes four seconds and requests polling every second. */
function research({ run }: Engine, args: object, onTask?: (task: TaskState) => void) {
  const params = { name, arguments: args, task: JSON.parse(taskParamText(60_000)) };
  return run("tools/call", params, onTask ? { onTask } : {});
}

test("the task is polled at the server's interval or on its notifications, and its result is fetched", async () => {
  const engine = await connect({ url: server.url });
  const states: TaskState[] = [];
  const outcome = await research(engine, { topic: "rivers" }, (task) => states.push(task)).done;
  expect(JSON.stringify(outcome)).toContain("Research Report: rivers");
  expect(outcome.kind).toBe("result");
  expect(states.map(({ status }) => status).at(-1)).toBe("completed");
  expect(states.map(({ statusMessage }) => statusMessage)).toContain("Analyzing content...");
  expect(engine.sent("tasks/result")).toHaveLength(1);

  const polls = engine.sent("tasks/get");
  expect(polls.length).toBeGreaterThanOrEqual(4);
  polls.slice(1).forEach((poll, index) => {
    const previous = polls[index];
    const isTold = engine
      .received("notifications/tasks/status")
      .some(({ seq }) => seq > (previous?.seq ?? 0) && seq < poll.seq);
    if (!isTold) expect(poll.at - (previous?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });
});

test(
  "over Streamable HTTP and stdio a question is answered while the result is waited for",
  { timeout: 120_000 },
  () =>
    overBoth(async (target) => {
      const answerInput = vi.fn<AnswerInput>(async () => ({
        kind: "result",
        text: '{"action":"accept","content":{"interpretation":"snake"}}',
      }));
      const engine = await connect(target, { answerInput });
      const outcome = await research(engine, { topic: "python", ambiguous: true }).done;
      expect(JSON.stringify(outcome)).toContain("Research Report: python (snake)");
      expect(answerInput).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ method: "elicitation/create" }),
      );
      expect(engine.sent("tasks/result")).toHaveLength(1);
      expect(engine.sent("tasks/update")).toEqual([]);
    }),
);

test("cancelling tells the server to cancel the task", async () => {
  const engine = await connect({ url: server.url });
  const states: TaskState[] = [];
  const operation = research(engine, { topic: "lakes" }, (task) => states.push(task));
  await soon(() => expect(states.length).toBeGreaterThan(0));
  operation.cancel();
  expect(await operation.done).toMatchObject({ kind: "cancelled" });
  expect(engine.sent("tasks/cancel")).toHaveLength(1);
  expect(engine.sent("notifications/cancelled")).toEqual([]);
  const params = JSON.stringify({ taskId: states[0]?.taskId });
  const known = await engine.connection().session.request("tasks/get", params).done;
  expect(known).toMatchObject({ kind: "result", value: { status: "cancelled" } });
});

test(
  "over Streamable HTTP and stdio cancelling while a question is open does so as well",
  { timeout: 120_000 },
  () =>
    overBoth(async (target) => {
      const engine = await connect(target, { answerInput: () => new Promise(() => {}) });
      const operation = research(engine, { topic: "python", ambiguous: true });
      await soon(() => expect(engine.asked).toHaveLength(1));
      operation.cancel();
      expect(await operation.done).toMatchObject({ kind: "cancelled" });
      expect(engine.sent("tasks/cancel")).toHaveLength(1);
    }),
);

describe("whether a call becomes a task", () => {
  const supportOf = async (engine: Engine, toolName: string) => {
    const { agreement, list } = engine.connection();
    const tools = await list("tools/list", "tools");
    const items = tools.kind === "complete" ? tools.items : [];
    const tool = items.find((item) => (item as { name: string }).name === toolName);
    expect(tool).toBeDefined();
    return taskSupportOf(tool, agreement);
  };

  test("is declared by each tool in the revision with tasks", async () => {
    const engine = await connect({ url: server.url });
    expect(await supportOf(engine, name)).toBe("required");
    expect(await supportOf(engine, "echo")).toBe("no");
  });

  test("does not apply to older revisions", async () => {
    const engine = await connect({ url: server.url }, { revision: "2025-06-18" });
    expect(await supportOf(engine, name)).toBe("no");
  });

  test("a call that must be a task and is not is refused by the server", async () => {
    const engine = await connect({ url: server.url });
    const outcome = await engine.callTool(name, { topic: "x" });
    expect(JSON.stringify(outcome)).toMatch(/task/i);
    expect(outcome).not.toMatchObject({ kind: "result", value: { isError: false } });
  });
});
