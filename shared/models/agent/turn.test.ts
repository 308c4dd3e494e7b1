import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json/jsonObject.ts";
import type { ModelOutcome } from "../model.ts";
import { offerTools } from "./offeredTools.ts";
import { scriptedReply } from "./scriptedModel.ts";
import { maxResultCharacters } from "./toolResults.ts";
import {
  defaultTurnLimits,
  runTurn,
  type TurnEnd,
  type TurnEvent,
  type TurnOptions,
} from "./turn.ts";

const numbers = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
};
const tools = offerTools([
  {
    serverId: "s",
    serverName: "sums",
    definitions: [
      { name: "get-sum", description: "Adds two numbers", inputSchema: numbers },
      {
        name: "echo",
        inputSchema: { type: "object", properties: { message: { type: "string" } } },
      },
    ],
  },
]);
const user = (text: string): JsonObject => ({ role: "user", content: { type: "text", text } });
const outcome = (reply: JsonObject): ModelOutcome => ({
  kind: "reply",
  reply,
  notes: [],
  usage: { inputTokens: 10, outputTokens: 5 },
  finishReason: undefined,
  stopSequence: undefined,
  elapsedMs: 0,
  firstDeltaMs: undefined,
});

interface Generated {
  readonly outcome: ModelOutcome;
  readonly cost: number | undefined;
}

/** Runs a turn to its end. */
async function run(text: string, changes: Partial<TurnOptions<Generated>> = {}) {
  const asked: JsonObject[] = [];
  const called: JsonObject[] = [];
  const events: TurnEvent<Generated>[] = [];
  const turn = runTurn({
    messages: [user(text)],
    systemPrompt: "",
    maxTokens: 100,
    tools,
    limits: defaultTurnLimits,
    signal: new AbortController().signal,
    now: () => 0,
    async generate(params) {
      asked.push(structuredClone(params));
      return { outcome: outcome(scriptedReply(params)), cost: undefined };
    },
    async call({ name, input }) {
      called.push({ name, input });
      const { a, b } = input as { a: number; b: number };
      return { kind: "result", result: { content: [{ type: "text", text: String(a + b) }] } };
    },
    ...changes,
  });
  let end: TurnEnd | undefined;
  for (let next = await turn.next(); ; next = await turn.next()) {
    if (next.done) {
      end = next.value;
      break;
    }
    events.push(next.value);
  }
  return { asked, called, events, end };
}
const answer = (events: readonly TurnEvent<Generated>[]) =>
  events.flatMap((event) => (event.kind === "reply" ? [event] : [])).at(-1)?.content;

test("calls the chosen tool and asks again with its result", async () => {
  const { asked, called, events, end } = await run("What is the sum of 2 and 40?");
  expect(called).toEqual([{ name: "get-sum", input: { a: 2, b: 40 } }]);
  expect(asked).toHaveLength(2);
  expect(asked[1]?.messages).toEqual([
    user("What is the sum of 2 and 40?"),
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "step-1", name: "get-sum", input: { a: 2, b: 40 } }],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", toolUseId: "step-1", content: [{ type: "text", text: "42" }] },
      ],
    },
  ]);
  expect(answer(events)).toEqual([{ type: "text", text: "The tool answered: 42" }]);
  expect(end).toEqual({ kind: "answered" });
});

test("several steps are several rounds; a name with JSON is used as it is written", async () => {
  const { called, end } = await run('sum of 1 and 2 then get-sum {"a":5,"b":6}');
  expect(called.map(({ input }) => input)).toEqual([
    { a: 1, b: 2 },
    { a: 5, b: 6 },
  ]);
  expect(end).toEqual({ kind: "answered" });
});

test("in dry mode nothing is called", async () => {
  const { called, end } = await run("sum of 1 and 2", { isDry: true });
  expect(called).toEqual([]);
  expect(end).toEqual({ kind: "chosen" });
});

/** A model that always gives the same reply. */
const always = (content: readonly JsonObject[]): Partial<TurnOptions<Generated>> => ({
  generate: async () => ({
    outcome: outcome({ role: "assistant", content, model: "m", stopReason: "toolUse" }),
    cost: 0.1,
  }),
});
const use = (id: string, name = "echo") => ({ type: "tool_use", id, name, input: {} });

test.each([
  ["rounds", { rounds: 3 }],
  ["calls", { calls: 2 }],
  ["tokens", { tokens: 1000 }],
  ["cost", { cost: 0.3 }],
] as const)("a model that calls for ever is ended by the limit of %s", async (limit, changed) => {
  const { end } = await run("go", {
    ...always([use("1")]),
    limits: { ...defaultTurnLimits, ...changed },
  });
  expect(end).toEqual({ kind: "limit", limit });
});

test("a model that keeps calling tools is stopped by the time limit", async () => {
  let now = 0;
  const { end } = await run("go", {
    ...always([use("1")]),
    now: () => (now += 1000),
    limits: { ...defaultTurnLimits, rounds: 1000, milliseconds: 10_000 },
  });
  expect(end).toEqual({ kind: "limit", limit: "milliseconds" });
});

test("two uses with one id are answered separately and in order", async () => {
  const { events } = await run("go", {
    ...always([use("same"), use("same")]),
    limits: { ...defaultTurnLimits, rounds: 1 },
    call: async ({ id }) => ({ kind: "result", result: { content: [{ type: "text", text: id }] } }),
  });
  const [, results] = events;
  expect(results?.kind === "results" && results.results.map(({ block }) => block)).toEqual([
    { type: "tool_result", toolUseId: "same", content: [{ type: "text", text: "same" }] },
    { type: "tool_result", toolUseId: "same-2", content: [{ type: "text", text: "same-2" }] },
  ]);
});

test("a tool that was not offered is answered with an error, and nothing is called", async () => {
  const { called, events } = await run("go", {
    ...always([use("1", "delete_everything")]),
    limits: { ...defaultTurnLimits, rounds: 1 },
  });
  expect(called).toEqual([]);
  expect(events[1]?.kind === "results" && events[1].results[0]?.block).toMatchObject({
    isError: true,
    content: [{ text: "There is no tool named delete_everything." }],
  });
});

test("a result of 50 MB is cut, and the model is told", async () => {
  const { asked, events } = await run("sum of 1 and 2", {
    call: async () => ({
      kind: "result",
      result: { content: [{ type: "text", text: "x".repeat(50_000_000) }] },
    }),
  });
  const length = JSON.stringify(asked[1]).length;
  expect(length).toBeLessThan(maxResultCharacters + 2000);
  expect(JSON.stringify(asked[1])).toContain("[The result is too long: 50,000,0");
  const results = events.find((event) => event.kind === "results");
  expect(results?.results[0]?.cut).toMatchObject({ to: expect.any(Number) });
});

const nested = (levels: number): JsonObject => {
  let value: JsonObject = {};
  for (let level = 0; level < levels; level++) value = { value };
  return value;
};

test("values that are too deep to be written are not passed on", async () => {
  const deep = nested(100_000);
  const result = { content: [{ type: "text", text: "x" }], structuredContent: deep };
  const { asked, end } = await run("sum of 1 and 2", {
    call: async () => ({ kind: "result", result }),
  });
  expect(JSON.stringify(asked[1])).toContain("nested too deeply");
  expect(end).toEqual({ kind: "answered" });

  const use = { type: "tool_use", id: "1", name: "echo", input: deep };
  const { called, events } = await run("go", {
    limits: { ...defaultTurnLimits, rounds: 2 },
    generate: async () => ({ outcome: outcome({ content: [use] }), cost: undefined }),
  });
  expect(called).toEqual([]);
  const results = events.find((event) => event.kind === "results");
  expect(JSON.stringify(results)).toContain("nested too deeply");
});

test("stopping ends the turn before the next request", async () => {
  const control = new AbortController();
  const { asked, end } = await run("sum of 1 and 2", {
    signal: control.signal,
    async call() {
      control.abort();
      return { kind: "none", text: "Stopped" };
    },
  });
  expect(asked).toHaveLength(1);
  expect(end).toEqual({ kind: "stopped" });
});

test("a failed request ends the turn with the received part", async () => {
  const failure = { code: "incomplete", evidence: { receivedBytes: 3 } } as const;
  const { events, end } = await run("go", {
    generate: async () => ({
      outcome: {
        ...outcome({}),
        kind: "failed",
        failure,
        partial: { role: "assistant", content: { type: "text", text: "Hal" }, model: "m" },
      },
      cost: undefined,
    }),
  });
  expect(answer(events)).toEqual([{ type: "text", text: "Hal" }]);
  expect(end).toEqual({ kind: "failed", failure });
});
