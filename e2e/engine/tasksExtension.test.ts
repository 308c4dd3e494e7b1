import {
  isCancelTaskRequestV2,
  isCreateTaskResultV2,
  isDetailedTaskV2,
  isGetTaskRequestV2,
  isTaskStatusNotificationV2,
  isUpdateTaskRequestV2,
} from "@modelcontextprotocol/ext-tasks/core/v2";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AnswerInput } from "../../shared/client/input/serverInput.ts";
import type { TaskState } from "../../shared/client/tasks/taskState.ts";
import { decodeText } from "../../shared/core/bytes.ts";
import { startTasksServer, type TasksServer } from "../servers/tasks/tasks.ts";
import { connectTo, type EngineOptions, soon } from "./engine.fixture.ts";

const extension = "io.modelcontextprotocol/tasks";
const able = { elicitation: {}, extensions: { [extension]: {} } };
const accept = (content: object) => ({
  kind: "result" as const,
  text: JSON.stringify({ action: "accept", content }),
});
const text = (words: string) => ({ content: [{ type: "text", text: words }] });

let quick: TasksServer;
let patient: TasksServer;
beforeAll(async () => {
  quick = await startTasksServer({ pollIntervalMs: 100, lagMs: 250 });
  patient = await startTasksServer({ pollIntervalMs: 60_000 });
});
afterAll(() => Promise.all([quick.close(), patient.close()]));

/** Connects to a tasks server and records what that server receives from then on. */
async function connect(server: TasksServer, options: EngineOptions = {}) {
  const engine = await connectTo({ url: server.url }, { capabilities: able, ...options });
  const before = server.received.length;
  const states: TaskState[] = [];
  const heard = (method: string) =>
    server.received.slice(before).filter((request) => request.method === method);
  return { ...engine, heard, states, onTask: (task: TaskState) => states.push(task) };
}

test("a task is polled at the requested interval, and its result becomes the call's", async () => {
  const { callTool, sent, states, onTask } = await connect(quick);
  const outcome = await callTool("count", { ms: 600 }, { onTask });
  expect(outcome).toMatchObject({ kind: "result", value: text("Counted for 600 ms") });
  const times = sent("tasks/get").map(({ at }) => at);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(times.length).toBeGreaterThanOrEqual(2);
  expect(times.length).toBeLessThanOrEqual(7);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(99);
  expect(states[0]).toMatchObject({ status: "working", pollMs: 100 });
  expect(states.at(-1)).toMatchObject({ status: "completed" });
});

test("the result's text is in the response that contained it", async () => {
  const { callTool } = await connect(quick);
  const outcome = await callTool("count", { ms: 1 });
  if (outcome.kind !== "result") throw new Error(outcome.kind);
  const found = outcome.answer.path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key],
    JSON.parse(outcome.answer.text),
  );
  expect(found).toEqual(text("Counted for 1 ms"));
});

test("a tool that creates no task answers immediately", async () => {
  const { callTool, heard } = await connect(quick);
  expect(await callTool("at-once")).toMatchObject({ kind: "result", value: text("At once") });
  expect(heard("tasks/get")).toEqual([]);
});

test("an input request is shown and answered once, although several polls contain it", async () => {
  const answerInput = vi.fn<AnswerInput>(async () => accept({ name: "Luca" }));
  const { run, heard } = await connect(quick, { answerInput });
  const operation = run("tools/call", { name: "hello", arguments: {} });
  expect(await operation.done).toMatchObject({ kind: "result", value: text("Hello, Luca!") });
  expect(answerInput).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      method: "elicitation/create",
      params: expect.objectContaining({ message: "Please enter your name." }),
      causedBy: operation.entry.seq,
    }),
  );
  expect(heard("tasks/get").length).toBeGreaterThanOrEqual(2);
  expect(heard("tasks/update").map(({ params }) => params.inputResponses)).toEqual([
    { name: { action: "accept", content: { name: "Luca" } } },
  ]);
});

test("two input requests and a third one are each answered under their own key", async () => {
  const answerInput: AnswerInput = async ({ params }) => {
    const { requestedSchema } = params as { requestedSchema: { required: [string] } };
    const [key] = requestedSchema.required;
    return accept({ [key]: `the ${key}` });
  };
  const { callTool, heard } = await connect(quick, { answerInput });
  expect(await callTool("interview")).toMatchObject({
    value: text("the city, the river, the bridge"),
  });
  const keys = heard("tasks/update").map(({ params }) => Object.keys(params.inputResponses ?? {}));
  expect(keys).toEqual([["city", "river"], ["bridge"]]);
});

test("input requests before the task and the task itself belong to one call", async () => {
  const { callTool, heard } = await connect(quick, {
    answerInput: async () => accept({ name: "L" }),
  });
  expect(await callTool("ask-first", { ms: 10 })).toMatchObject({
    value: text("Counted for 10 ms"),
  });
  expect(heard("tools/call")).toHaveLength(2);
});

test("a JSON-RPC error is the call's error, a tool error its result", async () => {
  const { callTool } = await connect(quick);
  expect(await callTool("fail")).toMatchObject({
    kind: "error",
    error: { code: -32603, message: "API rate limit exceeded" },
  });
  expect(await callTool("complain")).toMatchObject({ kind: "result", value: { isError: true } });
});

test("an input request that was answered elsewhere is withdrawn, and the task continues", async () => {
  const { run, asked, connection, onTask, states, heard } = await connect(quick, {
    answerInput: () => new Promise(() => {}),
  });
  const operation = run("tools/call", { name: "hello" }, { onTask });
  await soon(() => expect(asked).toHaveLength(1));
  const inputResponses = { name: { action: "accept", content: { name: "Zoe" } } };
  const update = JSON.stringify({ taskId: states[0]?.taskId, inputResponses });
  await connection().session.request("tasks/update", update).done;
  expect(await operation.done).toMatchObject({ value: text("Hello, Zoe!") });
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(heard("tasks/update")).toHaveLength(1);
});

test("an input request that the client cannot answer fails the call with a reason", async () => {
  const { callTool } = await connect(quick);
  expect(await callTool("hello")).toMatchObject({
    kind: "failed",
    failure: { code: "input-refused", method: "elicitation/create" },
  });
});

describe("cancelling", () => {
  test("asks the server to cancel the task, once, and stops polling", async () => {
    const { run, heard, onTask, states } = await connect(quick);
    const operation = run("tools/call", { name: "forever" }, { onTask });
    await soon(() => expect(heard("tasks/get").length).toBe(2));
    operation.cancel();
    expect(await operation.done).toMatchObject({ kind: "cancelled" });
    await soon(() => expect(heard("tasks/cancel")).toHaveLength(1));
    expect(heard("tasks/cancel")[0]?.params.taskId).toBe(states[0]?.taskId);
    const polls = heard("tasks/get").length;
    await new Promise((resolve) => setTimeout(resolve, 250));
    // one may have been on its way
    expect(heard("tasks/get").length).toBeLessThanOrEqual(polls + 1);
    expect(heard("notifications/cancelled")).toEqual([]);
  });

  test("does not wait for the next poll", async () => {
    const { run, heard, onTask, states } = await connect(patient);
    const operation = run("tools/call", { name: "forever" }, { onTask });
    await soon(() => expect(states).toHaveLength(1));
    operation.cancel();
    expect(await operation.done).toMatchObject({ kind: "cancelled" });
    await soon(() => expect(heard("tasks/cancel")).toHaveLength(1));
  });

  test("withdraws an unanswered input request", async () => {
    const { run, heard, asked } = await connect(quick, {
      answerInput: () => new Promise(() => {}),
    });
    const operation = run("tools/call", { name: "hello" });
    await soon(() => expect(asked).toHaveLength(1));
    operation.cancel();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(await operation.done).toMatchObject({ kind: "cancelled" });
    await soon(() => expect(heard("tasks/cancel")).toHaveLength(1));
  });

  test("elsewhere withdraws an open input request", async () => {
    const { run, asked, connection, onTask, states } = await connect(quick, {
      answerInput: () => new Promise(() => {}),
    });
    const operation = run("tools/call", { name: "hello" }, { onTask });
    await soon(() => expect(asked).toHaveLength(1));
    const { taskId } = states[0] ?? {};
    await connection().session.request("tasks/cancel", JSON.stringify({ taskId })).done;
    expect(await operation.done).toMatchObject({ kind: "cancelled" });
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  test("by the server is reported as such", async () => {
    const { run, connection, onTask, states } = await connect(quick);
    const operation = run("tools/call", { name: "forever" }, { onTask });
    await soon(() => expect(states).toHaveLength(1));
    const { taskId } = states[0] ?? {};
    await connection().session.request("tasks/cancel", JSON.stringify({ taskId })).done;
    expect(await operation.done).toMatchObject({ kind: "cancelled" });
    expect(states.at(-1)).toMatchObject({ status: "cancelled" });
  });
});

describe("notifications", () => {
  test("trigger a poll long before the next one is due", async () => {
    const { run, connection, heard, notified, onTask, states } = await connect(patient);
    const operation = run("tools/call", { name: "count", arguments: { ms: 400 } }, { onTask });
    await soon(() => expect(states).toHaveLength(1));
    connection().subscriptions.listen({ taskIds: [states[0]?.taskId ?? ""] });
    expect(await operation.done).toMatchObject({ value: text("Counted for 400 ms") });
    expect(heard("tasks/get")).toHaveLength(1);
    expect(notified).toEqual(["notifications/subscriptions/acknowledged", "notifications/tasks"]);
    expect(connection().subscriptions.state()).toMatchObject({
      kind: "listening",
      acknowledged: { taskIds: [states[0]?.taskId] },
    });
  });

  test("that arrive while an input request is open are not lost", async () => {
    const { run, connection, onTask, states } = await connect(patient, {
      answerInput: async () => accept({ name: "Ada" }),
    });
    const operation = run("tools/call", { name: "hello" }, { onTask });
    await soon(() => expect(states).toHaveLength(1));
    const { taskId = "" } = states[0] ?? {};
    connection().subscriptions.listen({ taskIds: [taskId] });
    await soon(() => expect(connection().subscriptions.state().kind).toBe("listening"));
    const follow = new AbortController();
    const outcome = await connection().follow(
      { taskId, status: "input_required", statusMessage: undefined, pollMs: 60_000 },
      { signal: follow.signal },
    );
    expect(outcome).toMatchObject({ value: text("Hello, Ada!") });
    expect(await operation.done).toMatchObject({ value: text("Hello, Ada!") });
  });
});

describe("resuming", () => {
  test("another client polls a task to its end by its id", async () => {
    const first = await connect(quick);
    const operation = first.run("tools/call", { name: "count", arguments: { ms: 500 } }, first);
    await soon(() => expect(first.states).toHaveLength(1));
    await first.close();
    expect(await operation.done).toMatchObject({ failure: { code: "closed" } });
    expect(first.heard("tasks/cancel")).toEqual([]);

    const second = await connect(quick);
    const [task] = first.states;
    if (!task) throw new Error("No task");
    const { signal } = new AbortController();
    const outcome = await second.connection().follow(task, { signal, onTask: second.onTask });
    expect(outcome).toMatchObject({ kind: "result", value: text("Counted for 500 ms") });
    expect(second.states.at(-1)?.status).toBe("completed");
    expect(second.heard("tools/call")).toEqual([]);
  });

  test("an open input request is shown again", async () => {
    const first = await connect(quick, { answerInput: () => new Promise(() => {}) });
    first.run("tools/call", { name: "hello" }, first);
    await soon(() => expect(first.asked).toHaveLength(1));
    await first.close();
    const second = await connect(quick, { answerInput: async () => accept({ name: "Eve" }) });
    const [task] = first.states;
    if (!task) throw new Error("No task");
    const { signal } = new AbortController();
    const outcome = await second.connection().follow(task, { signal });
    expect(outcome).toMatchObject({ value: text("Hello, Eve!") });
  });

  test("an unknown task fails with the server's error", async () => {
    const { connection } = await connect(quick);
    const outcome = await connection().follow(
      { taskId: "gone", status: "working", statusMessage: undefined, pollMs: 1 },
      { signal: new AbortController().signal },
    );
    expect(outcome).toMatchObject({ kind: "error", error: { code: -32602 } });
  });
});

test("the messages of both sides are valid by the extension's own package", async () => {
  const { run, callTool, connection, log, onTask, states } = await connect(quick, {
    answerInput: async () => accept({ name: "Eve" }),
  });
  const operation = run("tools/call", { name: "forever" }, { onTask });
  await soon(() => expect(states).toHaveLength(1));
  connection().subscriptions.listen({ taskIds: [states[0]?.taskId ?? ""] });
  await soon(() => expect(connection().subscriptions.state().kind).toBe("listening"));
  operation.cancel();
  await callTool("hello");
  await callTool("fail");

  const bodies = log
    .snapshot()
    .entries.flatMap(({ kind, seq }) => (kind === "message" ? [seq] : []));
  const texts = await Promise.all(bodies.map(async (seq) => decodeText(await log.read(seq))));
  const messages = texts.map((body) => JSON.parse(body.replace(/^data: /, "")));
  const ofMethod = (method: string) => messages.filter((message) => message.method === method);
  const results = messages.flatMap(({ result }) => (result?.taskId === undefined ? [] : [result]));
  const created = results.filter(({ resultType }) => resultType === "task");
  const detailed = results.filter(({ resultType }) => resultType === "complete");
  const checked: readonly (readonly [unknown[], (value: unknown) => boolean, number])[] = [
    [ofMethod("tasks/get"), isGetTaskRequestV2, 3],
    [ofMethod("tasks/update"), isUpdateTaskRequestV2, 1],
    [ofMethod("tasks/cancel"), isCancelTaskRequestV2, 1],
    [ofMethod("notifications/tasks"), isTaskStatusNotificationV2, 1],
    [created, isCreateTaskResultV2, 3],
    [detailed, isDetailedTaskV2, 3],
  ];
  for (const [values, isRight, atLeast] of checked) {
    expect(values.length).toBeGreaterThanOrEqual(atLeast);
    expect(values.filter((value) => !isRight(value))).toEqual([]);
  }
});

test("without the declared extension the server names what is missing", async () => {
  const { callTool } = await connect(quick, { capabilities: {} });
  expect(await callTool("count")).toMatchObject({
    kind: "error",
    error: { code: -32021, data: { requiredCapabilities: { extensions: { [extension]: {} } } } },
  });
});
