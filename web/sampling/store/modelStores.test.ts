import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type ModelServer, startModelServer } from "../../../e2e/servers/models.ts";
import type { Rule } from "../../../shared/client/input/answerRule.ts";
import type { ServerInput } from "../../../shared/client/input/serverInput.ts";
import { maskBytes, maskHeaders, maskText, spansOf } from "../../../shared/log/mask.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import type { Generation, GenerationTarget } from "./generations.ts";
import { configuredAt, question } from "./models.fixture.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const key = 'sk-test/+%"\\-0123456789';
const subject: GenerationTarget = { kind: "scratch", id: "1" };
const revision = "2025-11-25";

async function openTab() {
  const tab = createTab();
  const stores = await tab.stores.sampling.openModels();
  const { generations } = stores;
  const now = () => generations.getState().get("scratch 1") ?? [];
  /** Generates, and returns the generations when all have ended. */
  const generated = async (...[params, ...models]: [unknown, ...Generation["model"][]]) => {
    generations.generate(subject, params, revision, models);
    await vi.waitFor(() => expect(now().every(({ end }) => end)).toBe(true));
    return now();
  };
  return { ...tab, ...stores, now, generated };
}

/** The whole log, as Traffic shows it and as raw bytes. */
async function readLog({ stores }: Awaited<ReturnType<typeof openTab>>) {
  const { log } = stores.traffic;
  const { entries } = log.snapshot();
  const decoder = new TextDecoder();
  let [shown, whole] = ["", ""];
  for (const entry of entries) {
    const { secrets } = entry;
    const bytes = await log.read(entry.seq);
    shown += decoder.decode(maskBytes(bytes, spansOf(secrets, "body")));
    whole += decoder.decode(bytes) + JSON.stringify(entry);
    if (!("http" in entry) || !entry.http) {
      shown += JSON.stringify(entry);
      continue;
    }
    const { url, headers } = entry.http;
    shown += maskText(url, spansOf(secrets, "url"));
    shown += maskHeaders(headers, secrets).flat().join("\n");
  }
  return { entries, shown, whole };
}

test.each(["openai", "anthropic", "google"] as const)(
  "the exchange with %s is in the log, and the key is shown nowhere",
  async (provider) => {
    const tab = await openTab();
    const model = configuredAt(server, provider);
    await tab.keys.keep(model, key, false);
    // a provider that repeats the key, in its answer and in an error
    server.script({ text: ["You are ", key] });
    const [good] = await tab.generated(question, model);
    expect(good?.end?.outcome.kind).toBe("reply");
    expect(good?.blocks.map(({ text }) => text).join("")).toBe(`You are ${key}`);
    const body = JSON.stringify({ error: { message: `Wrong key: ${key}` } });
    const headers = {
      "content-type": "application/json",
      "access-control-expose-headers": "*",
      "x-key": key,
    };
    server.script({ kind: "raw", status: 401, headers, body });
    const [bad] = await tab.generated(question, model);
    expect(bad?.end?.outcome).toMatchObject({ failure: { code: "unauthorized" } });
    expect(JSON.stringify(bad)).not.toContain("0123456789");

    const { entries, shown, whole } = await readLog(tab);
    expect(whole).toContain("0123456789");
    expect(shown).toContain("Say something kind");
    expect(shown).not.toContain("0123456789");
    const kinds = ["http-request", "http-response", "frame", "http-end"];
    // what a model answered is noted for its row
    expect(entries.map(({ kind }) => kind)).toEqual([...kinds, "finding", ...kinds]);
    // streams are read to their end, and what a generation took is what the log says
    const [sent, , , ended] = entries;
    expect(ended).toMatchObject({ kind: "http-end", outcome: "complete" });
    expect(good?.end?.outcome.elapsedMs).toBe((ended?.at ?? 0) - (sent?.at ?? 0));
    const request = { kind: "http-request", model: model.model };
    expect(entries.find(({ seq }) => seq === bad?.seq)).toMatchObject(request);
    // what is stored besides the log
    expect(JSON.stringify([...tab.stored.entries()])).not.toContain("0123456789");
  },
);

test("a key is found only for the origin that it was entered for", async () => {
  const { keys } = await openTab();
  const model = configuredAt(server, "openai");
  expect(await keys.keep(model, key, false)).toBe(false);
  expect(await keys.find(model)).toBe(key);
  expect(await keys.find({ ...model, baseUrl: `${model.baseUrl}/other` })).toBe(key);
  expect(await keys.find({ ...model, baseUrl: "https://elsewhere.example/v1" })).toBeUndefined();
  await keys.forget(model);
  expect(await keys.find(model)).toBeUndefined();
});

test("models keep their order, without keys, and invalid ones are not read", async () => {
  const tab = await openTab();
  const one = configuredAt(server, "openai");
  const other = configuredAt(server, "google", {
    prices: { inputPerMillion: 1, outputPerMillion: 2 },
  });
  tab.models.add(one);
  tab.models.add(other);
  tab.models.move(other.id, 0);
  tab.models.change({ ...one, name: "Renamed" });
  const { createModelsStore } = await import("./models.ts");
  const storage = createMemoryStorage(tab.stored);
  const expected = [other, { ...one, name: "Renamed" }];
  expect(createModelsStore(storage).getState().models).toEqual(expected);
  const planted = { ...one, baseUrl: "https://user:pass@evil.example/?key=1" };
  storage.setItem("mcp-playground.models", JSON.stringify([planted, null, { id: 1 }, other]));
  expect(createModelsStore(storage).getState().models).toEqual([other]);
  const many = Array.from({ length: 120 }, (_, index) => ({ ...other, id: `model ${index}` }));
  storage.setItem("mcp-playground.models", JSON.stringify(many));
  expect(createModelsStore(storage).getState().models).toHaveLength(120);
});

test("a model with the relay route says why the relay does not forward", async () => {
  const tab = await openTab();
  const before = server.requests.length;
  const [generation] = await tab.generated(
    question,
    configuredAt(server, "openai", { route: "relay" }),
  );
  expect(generation?.end?.outcome).toMatchObject({ failure: { code: "unreachable" } });
  expect(generation?.end?.relayFailure?.code).toMatch(/^relay-/);
  expect(server.requests.length).toBe(before);
});

test("a reply streams, can be stopped, and the received part is kept", async () => {
  const tab = await openTab();
  server.script({ text: ["One ", "two ", "three"], pauseAfter: 3 });
  tab.generations.generate(subject, question, revision, [configuredAt(server, "openai")]);
  await vi.waitFor(() => expect(tab.now()[0]?.blocks[0]?.text).toContain("One"));
  tab.generations.stop(tab.now()[0]?.id ?? "");
  await vi.waitFor(() => expect(tab.now()[0]?.end).toBeDefined());
  expect(tab.now()[0]?.end?.outcome).toMatchObject({ failure: { code: "aborted" } });
  expect(tab.now()[0]?.blocks[0]?.text).toContain("One");
  expect(await server.requests.at(-1)?.aborted).toBe(true);
  const { entries } = await readLog(tab);
  expect(entries.at(-1)).toMatchObject({ kind: "http-end", outcome: "aborted" });
});

test("a request that the server withdraws stops its generations", async () => {
  const tab = await openTab();
  const { input, withdrawal } = createInput();
  const asker = { serverId: "r", connectionId: "c", server: "s" };
  void tab.stores.inbox.requests.ask(asker, input);
  const item = tab.stores.inbox.requests.getState()[0];
  const waiting: GenerationTarget = { kind: "request", key: item?.key ?? "" };
  server.script({ pauseAfter: 1 });
  const model = configuredAt(server, "openai");
  const before = server.requests.length;
  tab.generations.generate(waiting, question, revision, [model]);
  await vi.waitFor(() => expect(server.requests.length).toBe(before + 1));
  withdrawal.abort("withdrawn");
  expect(await server.requests.at(-1)?.aborted).toBe(true);
  const own = () => tab.generations.getState().get(`request ${item?.key}`);
  await vi.waitFor(() =>
    expect(own()?.[0]?.end?.outcome).toMatchObject({ failure: { code: "aborted" } }),
  );
  tab.stores.inbox.requests.dismiss(item?.key ?? "");
  expect(own()).toBeUndefined();
});

test("the same request goes to several models concurrently, with tokens and cost", async () => {
  const tab = await openTab();
  const prices = { inputPerMillion: 1_000_000, outputPerMillion: 2_000_000 };
  const models = [
    configuredAt(server, "openai", { prices }),
    configuredAt(server, "anthropic"),
    configuredAt(server, "google", { prices: { inputPerMillion: 1 } }),
  ];
  const [one, other, half] = await tab.generated(question, ...models);
  // the test server reports 11 and 7 tokens
  expect(one?.end?.cost).toBe(25);
  expect(other?.end?.cost).toBeUndefined();
  expect(half?.end?.cost).toBeUndefined();
  expect(other?.end?.outcome.usage).toEqual({ inputTokens: 11, outputTokens: 7 });
});

const rule: Rule = {
  id: "rule",
  name: "Model",
  match: { method: "sampling/createMessage" },
  answer: { kind: "model", modelId: "openai" },
  delayMs: 0,
  limit: 100_000,
};

const isOn = () => true;

function createInput(params: object = question) {
  const withdrawal = new AbortController();
  const { signal } = withdrawal;
  const method = "sampling/createMessage";
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const input: ServerInput = { method, text, params, seq: 1, causedBy: undefined, signal };
  return { input, withdrawal };
}

test("a server that floods is answered up to the limit, and then the user is asked", async () => {
  const tab = await openTab();
  tab.models.add(configuredAt(server, "openai"));
  const before = server.requests.length;
  const asker = { serverId: "r", connectionId: "c", server: "s" };
  const inputs = Array.from({ length: 100 }, () => createInput().input);
  const answers = await Promise.all(
    inputs.map((input) => tab.answers.answer(asker, input, "openai", isOn)),
  );
  expect(server.requests.length - before).toBe(20);
  expect(answers.filter(Boolean)).toHaveLength(20);
  expect(JSON.parse(answers[0]?.text ?? "")).toMatchObject({ model: "model-1-reported" });
  expect(tab.answers.whyUnanswered(inputs[99] as ServerInput)).toEqual({
    kind: "limit",
    reason: { code: "rounds", maximum: 20 },
  });
  // another server has separate limits, and the user can reset them
  expect(
    await tab.answers.answer({ ...asker, serverId: "2" }, createInput().input, "openai", isOn),
  ).toBeDefined();
  tab.limits.reset("r");
  expect(await tab.answers.answer(asker, createInput().input, "openai", isOn)).toBeDefined();
});

test("tokens are requested up to the limit only, whatever the server requests", async () => {
  const tab = await openTab();
  tab.models.add(configuredAt(server, "openai"));
  tab.limits.change({ tokens: 1000 });
  const asker = { serverId: "r", connectionId: "c", server: "s" };
  for (const maxTokens of [1e9, -1, undefined, "all"]) {
    tab.limits.reset("r");
    const { input } = createInput({ ...question, maxTokens });
    expect(await tab.answers.answer(asker, input, "openai", isOn)).toBeDefined();
    const sent = server.requests.at(-1)?.body.max_tokens;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(1000);
  }
  const long = { ...question, systemPrompt: "x".repeat(4000) };
  const { input } = createInput(long);
  expect(await tab.answers.answer(asker, input, "openai", isOn)).toBeUndefined();
  expect(tab.answers.whyUnanswered(input)).toMatchObject({ reason: { code: "tokens" } });
});

test("a rule without a model answers with the one that matches the preferences", async () => {
  const tab = await openTab();
  tab.models.add(configuredAt(server, "openai", { model: "gpt-one" }));
  tab.models.add(configuredAt(server, "google", { model: "gemini-one" }));
  const asker = { serverId: "r", connectionId: "c", server: "s" };
  const params = { ...question, modelPreferences: { hints: [{ name: "gemini" }] } };
  expect(await tab.answers.answer(asker, createInput(params).input, "", isOn)).toBeDefined();
  expect(server.requests.at(-1)?.format).toBe("google");
});

test("requests that wait for a model are left to the user when the rule is switched off", async () => {
  const tab = await openTab();
  tab.models.add(configuredAt(server, "openai"));
  const asker = { serverId: "r", connectionId: "c", server: "s" };
  const before = server.requests.length;
  let asked = 0;
  // switched off as soon as the first request goes to the model
  const isOn = () => asked++ === 0;
  const answers = [1, 2].map(() => tab.answers.answer(asker, createInput().input, "openai", isOn));
  expect(await Promise.all(answers)).toEqual([expect.anything(), undefined]);
  expect(server.requests.length).toBe(before + 1);
});

test("a loop of tool uses is answered up to a number of turns", async () => {
  const tab = await openTab();
  tab.models.add(configuredAt(server, "openai"));
  tab.limits.change({ turns: 2 });
  const asker = { serverId: "r", connectionId: "c", server: "s" };
  const use = { type: "tool_use", id: "1", name: "t", input: {} };
  const turn = [
    { role: "assistant", content: [use] },
    { role: "user", content: [{ type: "tool_result", toolUseId: "1", content: [] }] },
  ];
  const answer = (turns: number) => {
    const messages = [...question.messages, ...Array.from({ length: turns }, () => turn).flat()];
    return tab.answers.answer(asker, createInput({ ...question, messages }).input, "openai", isOn);
  };
  expect(await answer(1)).toBeDefined();
  expect(await answer(2)).toBeUndefined();
});

test("a rule answers with the model; a model that fails leaves the request to the user", async () => {
  const tab = await openTab();
  tab.models.add(configuredAt(server, "openai"));
  const { rules, requests: inbox } = tab.stores.inbox;
  rules.add([rule]);
  rules.switch("r", rule.id, true);
  const { createAnswers } = await import("../../inbox/store/answers.ts");
  const { systemClock } = await import("../../../shared/core/clock.ts");
  const answer = createAnswers(
    {
      inbox,
      rules,
      runs: tab.stores.calls.runs,
      clock: systemClock,
      answerByModel: tab.answers.answer,
    },
    () => ({ withheld: [], roots: [] }),
    () => ({ serverId: "r", connectionId: "c", server: "s" }),
  );
  expect(await answer(createInput().input)).toMatchObject({ kind: "result" });
  expect(inbox.getState()).toEqual([]);
  server.script({ kind: "raw", status: 500, body: "{}" });
  const { input } = createInput();
  void answer(input);
  await vi.waitFor(() => expect(inbox.getState()).toHaveLength(1));
  expect(tab.answers.whyUnanswered(input)).toMatchObject({ kind: "failed", model: "My openai" });
});
