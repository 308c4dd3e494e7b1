import { expect, test, vi } from "vitest";
import type { RuleAnswer } from "../../../shared/client/input/answerRule.ts";
import type { ServerInput } from "../../../shared/client/input/serverInput.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import {
  capabilitiesText,
  type DeclaredBy,
  requestCapabilitiesText,
} from "../../../shared/protocol/clientCapabilities.ts";
import { createRuns } from "../../calls/store/runs.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createAnswers } from "./answers.ts";
import { createInbox, type Inbox } from "./inbox.ts";
import { createRulesStore } from "./rulesStore.ts";

function setUp(declared: Partial<DeclaredBy> = {}) {
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const inbox = createInbox(newId, systemClock.now);
  const storage = createMemoryStorage();
  const rules = createRulesStore(storage);
  const answer = createAnswers(
    {
      inbox,
      rules,
      runs: createRuns(systemClock),
      clock: systemClock,
      answerByModel: async (_, __, modelId) =>
        modelId === "known" ? { kind: "result", text: '{"by":"model"}' } : undefined,
    },
    () => ({ roots: [], withheld: [], ...declared }),
    () => ({ serverId: "r", connectionId: "c", server: "Server" }),
  );
  const addRule = (kind: RuleAnswer, limit = 10, delayMs = 1) => {
    const id = newId();
    rules.add([
      {
        id,
        name: "",
        match: { method: "sampling/createMessage" },
        answer: kind,
        delayMs,
        limit,
      },
    ]);
    return id;
  };
  let persons = 0;
  const ask = (method = "sampling/createMessage", params: unknown = {}) =>
    answer({
      onPerson: () => persons++,
      method,
      params,
      text: "{}",
      seq: 1,
      causedBy: undefined,
      signal: new AbortController().signal,
    } satisfies ServerInput);
  return { inbox, rules, storage, addRule, ask, persons: () => persons };
}

const asked = async (inbox: Inbox) => {
  await vi.waitFor(() => expect(inbox.getState()).toHaveLength(1));
  return "asked";
};

const isAsked = (answer: Promise<unknown> | undefined) =>
  Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 50, "asked"))]);

test("a rule answers only for servers it is switched on for, and no more often than its limit", async () => {
  const { inbox, rules, addRule, ask, persons } = setUp();
  const id = addRule({ kind: "text", text: "{{count}}", model: "rule" }, 2);
  void ask();
  expect(inbox.getState()).toHaveLength(1);
  expect(persons()).toBe(1);
  rules.switch("r", id, true);
  const texts = [await ask(), await ask()].map((answer) => JSON.parse(answer?.text ?? ""));
  expect(texts.map(({ content }) => content.text)).toEqual(["1", "2"]);
  // what a rule answers has waited for nobody
  expect(persons()).toBe(1);
  expect(await isAsked(ask())).toBe("asked");
  expect(inbox.getState()).toHaveLength(2);
  expect(persons()).toBe(2);
});

test("a rule that is switched off while it waits does not answer", async () => {
  const { inbox, rules, addRule, ask } = setUp();
  const id = addRule({ kind: "text", text: "automatic", model: "rule" }, 10, 50);
  rules.switch("r", id, true);
  const answer = ask();
  await vi.waitFor(() => expect(rules.getState().on.get("r")?.get(id)).toBe(1));
  rules.switch("r", id, false);
  expect(await Promise.race([answer, asked(inbox)])).toBe("asked");
});

test("rules are stored, but are off after a restart", () => {
  const { rules, storage, addRule } = setUp();
  rules.switch("r", addRule({ kind: "decline" }), true);
  const next = createRulesStore(storage);
  expect(next.getState().rules).toEqual(rules.getState().rules);
  expect(next.getState().on.size).toBe(0);
});

test("the user is asked if a model cannot answer", async () => {
  const { rules, addRule, ask } = setUp();
  const [known, unknown] = [
    addRule({ kind: "model", modelId: "known" }, 1),
    addRule({ kind: "model", modelId: "unknown" }),
  ];
  rules.switch("r", known, true);
  rules.switch("r", unknown, true);
  expect(await ask()).toEqual({ kind: "result", text: '{"by":"model"}' });
  expect(await isAsked(ask())).toBe("asked");
});

test("a method whose capability is not declared is answered as unknown", () => {
  const { ask } = setUp({ withheld: ["sampling", "elicitation.url", "roots"] });
  expect(ask()).toBeUndefined();
  expect(ask("elicitation/create")).toBeDefined();
  expect(ask("roots/list")).toBeUndefined();
  expect(ask("unknown/method")).toBeUndefined();
  const none = setUp({ withheld: ["elicitation.form", "elicitation.url"] });
  expect(none.ask("elicitation/create")).toBeUndefined();
});

test.each([
  ["elicitation.url", "elicitation/create", { mode: "url" }],
  ["elicitation.form", "elicitation/create", {}],
  ["sampling.tools", "sampling/createMessage", { tools: [] }],
] as const)(
  "without %s a request for it is refused, and not shown",
  async (part, method, params) => {
    const { ask, inbox } = setUp({ withheld: [part] });
    const { kind, text } = (await ask(method, params)) ?? { kind: "none", text: "{}" };
    expect([kind, JSON.parse(text).code]).toEqual(["error", -32602]);
    expect(text).toContain(part);
    expect(inbox.getState()).toEqual([]);
  },
);

test("roots are answered from the settings", async () => {
  const { ask } = setUp({ roots: ["file:///a"] });
  expect(await ask("roots/list")).toEqual({
    kind: "result",
    text: '{"roots":[{"uri":"file:///a"}]}',
  });
});

test("roots are declared and answered before there are any", async () => {
  expect(await setUp().ask("roots/list")).toEqual({ kind: "result", text: '{"roots":[]}' });
});

const roots = { roots: { listChanged: true } };
const [list, cancel] = [{}, {}];
const tasksOf = (requests: object) => ({ tasks: { list, cancel, requests } });
const [sampling, elicitation] = [{ createMessage: {} }, { create: {} }];
const extension = { "io.modelcontextprotocol/tasks": {} };
const apps = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

test.each<[DeclaredBy["withheld"], object, legacy: object, extensions: object]>([
  [["roots", "sampling", "elicitation.form", "elicitation.url", "tasks", "apps"], {}, {}, {}],
  [
    [],
    { ...roots, sampling: { tools: {}, context: {} }, elicitation: { form: {}, url: {} } },
    tasksOf({ sampling, elicitation }),
    extension,
  ],
  [["sampling", "elicitation.form", "elicitation.url", "tasks"], roots, {}, {}],
  [["sampling", "elicitation.form", "elicitation.url"], roots, {}, extension],
  [
    ["sampling.tools", "elicitation.url", "tasks"],
    { ...roots, sampling: { context: {} }, elicitation: { form: {} } },
    {},
    {},
  ],
  [
    ["roots", "sampling"],
    { elicitation: { form: {}, url: {} } },
    tasksOf({ elicitation }),
    extension,
  ],
])("without %j it declares %j", (withheld, capabilities, tasks, extensions) => {
  const hasApps = !withheld.includes("apps");
  expect(JSON.parse(capabilitiesText({ withheld }))).toEqual({
    ...capabilities,
    ...tasks,
    ...(hasApps && { extensions: apps }),
  });
  expect(JSON.parse(requestCapabilitiesText({ withheld }))).toEqual({
    ...capabilities,
    extensions: { ...extensions, ...(hasApps && apps) },
  });
});
