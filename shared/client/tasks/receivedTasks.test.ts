import { describe, expect, test, vi } from "vitest";
import type { InputAnswer, ServerInput } from "../input/serverInput.ts";
import { setUpSession } from "../session/session.fixture.ts";
import { createReceivedTasks } from "./receivedTasks.ts";

const declared = {
  tasks: { list: {}, cancel: {}, requests: { elicitation: { create: {} } } },
};

async function setUp(capabilities: object = declared) {
  let ids = 0;
  let epoch = Date.UTC(2026, 0, 1);
  const given: { input: ServerInput; answer: (answer: InputAnswer) => void }[] = [];
  const { session, transport, clock, sentTexts } = await setUpSession({
    limits: { timeoutMs: 1000, maximumMs: 0 },
    tasks: createReceivedTasks({
      capabilitiesText: JSON.stringify(capabilities),
      newId: () => `task-${++ids}`,
      epochMs: () => (epoch += 1000),
    }),
    answerInput: (input) => new Promise((answer) => given.push({ input, answer })),
  });
  let asked = 100;
  /** Sends a request of the server; settles with the answer. */
  const ask = async (method: string, params: object) => {
    const id = ++asked;
    const sent = () =>
      sentTexts()
        .map((text) => JSON.parse(text))
        .find((one) => one.id === id);
    transport.arrive(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return { answered: () => vi.waitFor(() => sent() ?? Promise.reject(new Error("none"))), sent };
  };
  const elicit = async (task: object | undefined = { ttl: 60_000 }) => {
    const request = await ask("elicitation/create", { message: "m", ...(task && { task }) });
    const last = given.at(-1);
    if (!last) throw new Error("Nobody was asked");
    return { ...request, ...last };
  };
  const about = async (method: string, taskId = "task-1") =>
    (await ask(`tasks/${method}`, { taskId })).answered();
  return { session, clock, ask, elicit, about, given, sentTexts };
}

const facts = {
  taskId: "task-1",
  createdAt: "2026-01-01T00:00:01.000Z",
  lastUpdatedAt: "2026-01-01T00:00:02.000Z",
  ttl: 60_000,
  pollInterval: 1000,
};

describe("a request that asks to be a task", () => {
  test("is announced at once; its result has the text of the answer and names the task", async () => {
    const { elicit, about, ask } = await setUp();
    const { answered, answer } = await elicit();
    const working = { ...facts, status: "working", statusMessage: "Waiting for an answer" };
    expect((await answered()).result).toEqual({ task: working });
    expect((await about("get")).result).toEqual(working);

    const waiting = await ask("tasks/result", { taskId: "task-1" });
    expect(waiting.sent()).toBeUndefined();
    answer({ kind: "result", text: '{"action":"accept", "content":{"n":1.50}}' });
    const related = { "io.modelcontextprotocol/related-task": { taskId: "task-1" } };
    expect((await waiting.answered()).result).toEqual({
      action: "accept",
      content: { n: 1.5 },
      _meta: related,
    });
    expect((await about("get")).result).toMatchObject({
      status: "completed",
      lastUpdatedAt: "2026-01-01T00:00:03.000Z",
    });
    expect((await about("list")).result.tasks).toMatchObject([{ status: "completed" }]);
    expect((await about("cancel")).error).toMatchObject({ code: -32602 });
  });

  test("keeps the text and the _meta of the answer", async () => {
    const { elicit, about, sentTexts } = await setUp();
    const { answer } = await elicit();
    answer({ kind: "result", text: '{"action":"accept","n":1.50,"_meta":{"a":1}}' });
    await about("result");
    expect(sentTexts().at(-1)).toContain(
      '{"action":"accept","n":1.50,"_meta":{"a":1,"io.modelcontextprotocol/related-task":{"taskId":"task-1"}}}',
    );
  });

  test("fails with the error that answers it", async () => {
    const { elicit, about } = await setUp();
    const { answer } = await elicit();
    answer({ kind: "error", text: '{"code":-1,"message":"No"}' });
    expect((await about("result")).error).toEqual({ code: -1, message: "No" });
    expect((await about("get")).result).toMatchObject({ status: "failed" });
  });

  test("is withdrawn when the server cancels the task", async () => {
    const { elicit, about } = await setUp();
    const { input } = await elicit();
    expect((await about("cancel")).result).toMatchObject({ status: "cancelled" });
    expect(input.signal.reason).toBe("withdrawn");
  });

  test("pauses the timeouts of calls until it is answered", async () => {
    const { session, clock, elicit } = await setUp();
    const { done } = session.request("tools/call", '{"name":"t"}');
    const { answer } = await elicit();
    clock.advance(5000);
    answer({ kind: "result", text: "{}" });
    await vi.waitFor(() => expect(clock.waits()).toHaveLength(1));
    clock.advance(1001);
    expect(await done).toMatchObject({ kind: "failed", failure: { code: "timeout" } });
  });

  test("ends with the session", async () => {
    const { session, elicit } = await setUp();
    const { input } = await elicit();
    await session.close();
    expect(input.signal.reason).toBe("connection-closed");
  });
});

test("what is not declared is answered directly, and tasks are unknown", async () => {
  const { ask, about, given } = await setUp();
  const sampling = await ask("sampling/createMessage", { task: {} });
  given[0]?.answer({ kind: "result", text: '{"role":"assistant"}' });
  expect((await sampling.answered()).result).toEqual({ role: "assistant" });
  expect((await about("get", "other")).error).toMatchObject({ code: -32602 });

  const without = await setUp({});
  void without.about("get").catch(() => {});
  expect(without.given.at(-1)?.input.method).toBe("tasks/get");
});
