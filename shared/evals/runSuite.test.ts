import { expect, test } from "vitest";
import type { JsonObject } from "../core/json/jsonObject.ts";
import { offerTools } from "../models/agent/offeredTools.ts";
import { scriptedReply } from "../models/agent/scriptedModel.ts";
import { defaultTurnLimits } from "../models/agent/turn.ts";
import { evalServer, missingServers } from "./evalServers.ts";
import { countRuns, type EvalCase, evalFormat, type RunnableCase } from "./evalSuite.ts";
import { overlayTools } from "./overlay.ts";
import { proposalPrompt, readProposal, splitCases } from "./proposal.ts";
import {
  type EvalModel,
  type EvalRun,
  evalRunState,
  hasPassedEval,
  type RunSuiteOptions,
  runSuite,
} from "./runSuite.ts";
import { summarizeSuite } from "./summary.ts";
import { answeredCalls } from "./transcript.ts";
import { compareRates } from "./wilson.ts";

const definitions = [
  { name: "add", description: "Adds numbers", annotations: { readOnlyHint: true } },
  { name: "write", description: "Writes a note", annotations: { destructiveHint: false } },
  { name: "edit", description: "Says nothing about its effects" },
  { name: "wipe", description: "Wipes the disk", annotations: { destructiveHint: true } },
  {
    name: "chart",
    _meta: { ui: { resourceUri: "ui://chart" } },
    annotations: { readOnlyHint: true },
  },
];
const tools = offerTools([{ serverId: "s", serverName: "s", definitions }]);
const usage = { inputTokens: 10, outputTokens: 5 };
const scripted: EvalModel = {
  name: "scripted",
  generate: async (params) => ({
    outcome: {
      kind: "reply",
      reply: scriptedReply(params),
      notes: [],
      usage,
      finishReason: undefined,
      stopSequence: undefined,
      elapsedMs: 0,
      firstDeltaMs: undefined,
    },
    cost: 0,
  }),
};

async function run(cases: readonly RunnableCase[], changes: Partial<RunSuiteOptions> = {}) {
  const runs: EvalRun[] = [];
  const called: string[] = [];
  await runSuite({
    suite: { format: evalFormat, name: "Suite", cases: [...cases] },
    models: [scripted],
    tools,
    servers: [],
    repeat: undefined,
    isDry: false,
    maxTokens: 100,
    limits: defaultTurnLimits,
    budget: undefined,
    async call({ tool, input }) {
      called.push(tool.name);
      return {
        kind: "result",
        result: { content: [{ type: "text", text: JSON.stringify(input) }] },
      };
    },
    allowed: [],
    fits: (schema, value) => new RegExp(String(schema.pattern)).test(JSON.stringify(value)),
    now: () => 0,
    signal: new AbortController().signal,
    onRun: (one) => runs.push(one),
    ...changes,
  });
  return { runs, called };
}
const one = (message: string, ...expected: EvalCase["expect"]): EvalCase => ({
  name: message,
  message,
  expect: expected,
});

test("the skill of one server leads to no call of another", async () => {
  const added = { ...one('add {"a":1}'), skillServer: "other" };
  expect((await run([added])).called).toEqual([]);
  expect((await run([{ ...added, skillServer: "s" }])).called).toEqual(["add"]);
});

test("further messages are sent after the answer to the one before", async () => {
  const asked: JsonObject[] = [];
  const model: EvalModel = {
    ...scripted,
    generate(params, maxTokens) {
      asked.push(structuredClone(params));
      return scripted.generate(params, maxTokens);
    },
  };
  const { runs, called } = await run(
    [{ ...one('add {"a":1}', { kind: "only", tool: "add" }), followUps: ['add {"a":2}'] }],
    { models: [model] },
  );
  expect(called).toEqual(["add", "add"]);
  expect(runs.every(hasPassedEval)).toBe(true);
  expect(asked.at(-1)?.messages).toHaveLength(7);
  expect(runs[0]?.observed.tokens).toBe(60);
});

test("a suite allows tools that say that they destroy nothing, and no others", async () => {
  const messages = ["write {}", "edit {}", "wipe {}"];
  expect((await run(messages.map((text) => one(text)))).called).toEqual([]);
  const allowing = messages.map((text) => ({ ...one(text), allow: ["write", "edit", "wipe"] }));
  expect((await run(allowing)).called).toEqual(["write"]);
  expect((await run(allowing, { allowed: ["edit", "wipe"] })).called).toEqual([
    "write",
    "edit",
    "wipe",
  ]);
});

test("after a result of one server, tools of another one are called only if the user allows them", async () => {
  const definition = { annotations: { readOnlyHint: true } };
  const offered = offerTools(
    ["secret", "send"].map((name) => ({
      serverId: name,
      serverName: name,
      definitions: [{ name, ...definition }],
    })),
  );
  const both = [{ ...one("secret {}"), followUps: ['send {"text":"secret"}'] }];
  expect((await run(both, { tools: offered })).called).toEqual(["secret"]);
  const allowed = { tools: offered, allowed: ["send"] };
  expect((await run(both, allowed)).called).toEqual(["secret", "send"]);
});

test("a case is offered the tools of the servers that it names, which have to be there", async () => {
  const offered = offerTools(
    ["notes", "mail"].map((id) => ({ serverId: id, serverName: id, definitions: [{ name: id }] })),
  );
  const servers = [
    evalServer("notes", undefined, { name: "notes-server", title: "Notes" }),
    evalServer("mail", "My mail", { name: "mail-server" }),
  ];
  const asked: unknown[] = [];
  const model: EvalModel = {
    ...scripted,
    generate(params, maxTokens) {
      asked.push((params.tools as { name: string }[] | undefined)?.map(({ name }) => name) ?? []);
      return scripted.generate(params, maxTokens);
    },
  };
  const named = [["Notes"], ["My mail"], ["notes-server", "mail-server"], []].map((names) => ({
    ...one("hello"),
    servers: names,
  }));
  await run([...named, one("hello")], { tools: offered, servers, models: [model] });
  expect(asked).toEqual([["notes"], ["mail"], ["notes", "mail"], [], ["notes", "mail"]]);
  const suite = { format: evalFormat, name: "Suite", cases: [...named, one("hello")] } as const;
  expect(missingServers(suite, servers)).toEqual([]);
  expect(missingServers(suite, servers.slice(0, 1))).toEqual(["My mail", "mail-server"]);
});

test("a case is for the models that it names", async () => {
  const { runs } = await run([{ ...one("add"), models: ["other"] }, one("add")]);
  expect(runs).toHaveLength(1);
});

test("the judge's answers use up the budget, and each run is announced", async () => {
  const judge: EvalModel = {
    name: "judge",
    generate: async (params, maxTokens) => ({
      ...(await scripted.generate(params, maxTokens)),
      cost: 1,
    }),
  };
  const begun: number[] = [];
  const cases = [{ ...one("add {}"), judge: "Is it good?", repeat: 3 }];
  const { runs } = await run(cases, {
    judge,
    budget: 2,
    onBegin: ({ repeat }) => begun.push(repeat),
  });
  expect(begun).toEqual([1, 2]);
  expect(summarizeSuite(runs, tools).cost).toBe(2);
  const suite = { format: evalFormat, name: "Suite", cases } as const;
  expect(countRuns(suite, ["scripted", "other"], undefined)).toBe(6);
  const ofOther = { ...suite, cases: [{ ...one("add"), models: ["other"] }] };
  expect(countRuns(ofOther, ["scripted", "other"], 4)).toBe(4);
});

test("arguments fit a schema, apps are shown, findings are counted", async () => {
  let found = 0;
  const { runs } = await run(
    [
      one(
        'chart {"a":"x1"}',
        { kind: "arguments-fit", tool: "chart", schema: { pattern: "x\\d" } },
        { kind: "arguments-fit", tool: "chart", schema: { pattern: "y" } },
        { kind: "shows-app" },
        { kind: "no-finding" },
      ),
    ],
    { findings: async () => found++ },
  );
  expect(runs[0]?.results.map(({ isMet }) => isMet)).toEqual([true, false, true, false]);
});

test("a dry run checks the first choice, and not what is known after a call", async () => {
  const expected: EvalCase["expect"] = [
    { kind: "first", tool: "add" },
    { kind: "answer-contains", text: "done" },
    { kind: "in-order", tools: ["add", "write"] },
  ];
  const { runs, called } = await run([one("add {}", ...expected)], { isDry: true });
  expect(called).toEqual([]);
  expect(runs[0]?.results).toHaveLength(1);
  expect(runs.every(hasPassedEval)).toBe(true);
});

test("recorded calls answer instead of the server, frozen replies instead of the model", async () => {
  const cases = [one('add {"a":1} then add {"a":2}')];
  const first = await run(cases);
  const calls = answeredCalls(first.runs.map((each) => ({ ...each, case: each.case.name })));
  expect(calls).toHaveLength(2);
  const recorded = await run(cases, { recordedCalls: calls });
  expect(recorded.called).toEqual([]);
  expect(recorded.runs[0]?.transcript).toEqual(first.runs[0]?.transcript);

  const frozen = first.runs.map((each) => ({ ...each, case: each.case.name }));
  const silent: EvalModel = {
    name: "scripted",
    generate: () => Promise.reject(new Error("asked")),
  };
  const again = await run(cases, { models: [silent], frozen });
  expect(again.called).toEqual(["add", "add"]);
  expect(again.runs[0]?.observed.tokens).toBe(0);
  const changed = await run([one('add {"a":9}')], { recordedCalls: calls });
  expect(changed.runs[0]?.observed.calls).toMatchObject([{ isError: true }]);
});

test("an overlay changes what the model gets; calls and expectations keep the server's names", async () => {
  const overlay = { add: { name: "sum_up", description: "Sums up" }, write: { name: "add" } };
  const edited = overlayTools(tools, overlay);
  expect(edited.map(({ offeredName }) => offeredName)).toEqual([
    "sum_up",
    "write",
    "edit",
    "wipe",
    "chart",
  ]);
  const cases = [one('sum_up {"a":1}', { kind: "only", tool: "add" })];
  const { runs, called } = await run(cases, { tools: edited });
  expect(called).toEqual(["add"]);
  expect(runs.every(hasPassedEval)).toBe(true);
});

test("a model that could not be asked is no part of a rate, and has chosen nothing", async () => {
  const failing: EvalModel = {
    name: "away",
    generate: async (...params) => {
      const { outcome } = await scripted.generate(...params);
      const evidence = { url: "http://a.example/", reason: "refused", crossOrigin: false };
      const failure = { code: "unreachable", evidence } as const;
      return { outcome: { ...outcome, kind: "failed", failure, partial: undefined }, cost: 0 };
    },
  };
  const expectsAdd = { kind: "first", tool: "add" } as const;
  const { runs } = await run([one("add {}", expectsAdd)], { models: [failing, scripted] });
  expect(runs.map(evalRunState)).toEqual(["could not run", "passed"]);
  const { cases, choices, confusions } = summarizeSuite(runs, tools);
  expect(cases.map(({ model, passed, count }) => [model, passed, count])).toEqual([
    ["away", 0, 0],
    ["scripted", 1, 1],
  ]);
  expect(choices).toEqual([{ expected: "add", chosen: "add", count: 1 }]);
  expect(confusions).toEqual([]);
  expect(summarizeSuite(runs.slice(0, 1), tools).unused).toEqual([]);
});

test("choices make a matrix, with the tool that was expected", async () => {
  const expectsAdd = { kind: "first", tool: "add" } as const;
  const { runs } = await run([one("add {}", expectsAdd), one("chart {}", expectsAdd)]);
  const { choices, confusions, unused } = summarizeSuite(runs, tools);
  expect(choices).toEqual([
    { expected: "add", chosen: "add", count: 1 },
    { expected: "add", chosen: "chart", count: 1 },
  ]);
  expect(confusions).toEqual([{ expected: "add", chosen: "chart", count: 1 }]);
  expect(unused).toEqual(["write", "edit", "wipe"]);
});

test("a proposal sees half of the cases, and can change descriptions only", () => {
  const cases = ["one", "two", "three"].map((text) => one(text));
  const { shown, heldBack } = splitCases(cases);
  expect(heldBack.map(({ name }) => name)).toEqual(["two"]);
  const prompt = proposalPrompt(tools, shown, []);
  expect(prompt).toContain("three");
  expect(prompt).not.toContain("two");
  const text =
    'Sure: ```json\n{"add":{"description":"Sums","name":"x"},"absent":{"description":"y"}}\n```';
  expect(readProposal(text, tools)).toEqual({ add: { description: "Sums" } });
  expect(readProposal("I cannot", tools)).toBeUndefined();
});

test("rates differ only if their intervals part", () => {
  const compare = (before: readonly [number, number], after: readonly [number, number]) => {
    const [one, other] = [before, after].map(([passed, count]) => ({ passed, count }));
    return one && other && compareRates(one, other);
  };
  expect(compare([1, 3], [3, 3])).toBe("unknown");
  expect(compare([2, 20], [18, 20])).toBe("better");
  expect(compare([18, 20], [2, 20])).toBe("worse");
  expect(compare([3, 3], [5, 5])).toBe("same");
  expect(compare([0, 0], [5, 5])).toBe("unknown");
});
