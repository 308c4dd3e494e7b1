/** Every field of each provider's reply ends up in the result, whole and streamed, at every revision. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelScript, type ModelServer, startModelServer } from "../../e2e/servers/models.ts";
import { checkDefinition } from "../protocol/check/checkMessage.ts";
import type { Delta, ModelOutcome } from "./model.ts";
import {
  fullRequest,
  type HttpProvider,
  httpProviders,
  modelAt,
  question,
} from "./models.fixture.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const newest = "2025-11-25";
const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", newest, "2026-07-28"] as const;

async function answer(
  provider: HttpProvider,
  script: ModelScript,
  isStreaming: boolean,
  options: { revision?: string; request?: object } = {},
): Promise<ModelOutcome & { deltas: Delta[] }> {
  server.script(script);
  const deltas: Delta[] = [];
  const { revision = newest, request = fullRequest } = options;
  const onDelta = isStreaming ? { onDelta: (delta: Delta) => deltas.push(delta) } : {};
  const outcome = await modelAt(server, provider).generate(request, { revision, ...onDelta });
  return { ...outcome, deltas };
}

const replyOf = (outcome: ModelOutcome) =>
  outcome.kind === "reply" ? outcome.reply : outcome.failure;
const replyNotes = ({ notes }: ModelOutcome) =>
  notes
    .filter(({ side }) => side === "reply")
    .map(({ effect, code }) => `${effect} ${code}`)
    .filter((note) => !note.endsWith("stop-not-distinguished"));

const toolCalls = [
  { id: "call-1", name: "weather", arguments: '{"city":"Zürich","days":[1,2.5,null]}' },
  { id: "call-2", name: "maps_find", arguments: "{}" },
];
const toolUses = [
  {
    type: "tool_use",
    id: "call-1",
    name: "weather",
    input: { city: "Zürich", days: [1, 2.5, null] },
  },
  { type: "tool_use", id: "call-2", name: "maps/find", input: {} },
];
const text = (value: string) => ({ type: "text", text: value });

/** A provider's stop reason, and that of the result. */
const finishes: Readonly<Record<HttpProvider, readonly (readonly [string, string])[]>> = {
  openai: [
    ["stop", "endTurn"],
    ["length", "maxTokens"],
    ["tool_calls", "toolUse"],
    ["eos", "endTurn"],
  ],
  anthropic: [
    ["end_turn", "endTurn"],
    ["stop_sequence", "stopSequence"],
    ["max_tokens", "maxTokens"],
    ["tool_use", "toolUse"],
    ["model_context_window_exceeded", "maxTokens"],
  ],
  google: [
    ["STOP", "endTurn"],
    ["MAX_TOKENS", "maxTokens"],
  ],
};

/** The word for a reply that the token limit has cut off. */
const cut = { openai: "length", anthropic: "max_tokens", google: "MAX_TOKENS" };

describe.each(httpProviders)("%s", (provider) => {
  describe.each([false, true])("streaming %s", (isStreaming) => {
    test("text, model, usage and stop reason", async () => {
      const usage = { input: 1200, output: 34 };
      const script = { text: ["Grüezi ", "mit", "enand 👋"], model: "model-1-2026", usage };
      const outcome = await answer(provider, script, isStreaming);
      expect(outcome).toMatchObject({
        kind: "reply",
        reply: {
          role: "assistant",
          content: text("Grüezi mitenand 👋"),
          model: "model-1-2026",
          stopReason: "endTurn",
        },
        usage: { inputTokens: 1200, outputTokens: 34 },
      });
      expect(outcome.elapsedMs).toBeGreaterThan(0);
      expect(replyNotes(outcome)).toEqual([]);
      if (!isStreaming) return;
      expect(outcome.deltas).toEqual(
        script.text.map((piece) => ({ block: 0, kind: "text", text: piece })),
      );
      expect(outcome.firstDeltaMs).toBeLessThanOrEqual(outcome.elapsedMs);
    });

    test("cached and reasoning tokens are counted once", async () => {
      const usage = { input: 1200, output: 34, cached: 1000, reasoning: 20 };
      const outcome = await answer(provider, { text: ["Hi"], usage }, isStreaming);
      expect(outcome.usage).toEqual({
        inputTokens: 1200,
        outputTokens: 34,
        cachedTokens: 1000,
        // Anthropic counts reasoning as output
        ...(provider !== "anthropic" && { reasoningTokens: 20 }),
      });
    });

    test("text and several tool uses, with the server's names", async () => {
      const outcome = await answer(provider, { text: ["I ask"], toolCalls }, isStreaming);
      const reply = replyOf(outcome);
      const signed = { _meta: { "mcp-playground/thought-signature": "c2lnbmF0dXJl" } };
      const uses = toolUses.map((use) => (provider === "google" ? { ...use, ...signed } : use));
      expect(reply).toMatchObject({ stopReason: "toolUse", content: [text("I ask"), ...uses] });
      expect(replyNotes(outcome)).toEqual([]);
      if (!isStreaming) return;
      const use = outcome.deltas.filter(({ block }) => block === 1);
      expect(use[0]).toMatchObject({ kind: "tool-use", name: "weather" });
      expect(JSON.parse(use.map((delta) => delta.text).join(""))).toEqual(toolUses[0]?.input);
    });

    test("only a tool use", async () => {
      const script = { text: [], toolCalls: toolCalls.slice(1) };
      expect(replyOf(await answer(provider, script, isStreaming))).toMatchObject({
        content: { type: "tool_use", id: "call-2", name: "maps/find", input: {} },
        stopReason: "toolUse",
      });
    });

    test("reasoning is left out and counted", async () => {
      const outcome = await answer(provider, { reasoning: "Hm, well" }, isStreaming);
      expect(replyOf(outcome)).toMatchObject({ content: text("Hello") });
      const left = outcome.notes.find(({ code }) => code === "reasoning-left-out");
      expect(left?.params).toEqual({ characters: 8 });
    });

    test("content that the specification does not define is given as JSON text", async () => {
      const block = { type: "odd_block", executableCode: { code: "1+1" } };
      const outcome = await answer(provider, { text: [], blocks: [block] }, isStreaming);
      expect(replyOf(outcome)).toMatchObject({ content: text(JSON.stringify(block)) });
      expect(replyNotes(outcome)).toEqual(["translated reply-as-text"]);
    });

    test("a reply without content", async () => {
      const outcome = await answer(provider, { text: [] }, isStreaming);
      expect(replyOf(outcome)).toMatchObject({ content: text(""), stopReason: "endTurn" });
      expect(replyNotes(outcome)).toEqual(["remark empty-reply"]);
    });

    test.each(finishes[provider])("%s becomes %s", async (finish, stopReason) => {
      const outcome = await answer(provider, { finish }, isStreaming);
      expect(replyOf(outcome)).toMatchObject({ stopReason, content: text("Hello") });
      expect(outcome.finishReason).toBe(finish);
    });

    test.each(revisions)("the result fits %s", async (revision) => {
      const scripts: ModelScript[] = [
        {},
        { text: [] },
        { text: ["a"], toolCalls },
        { text: [], toolCalls },
        { text: [], finish: cut[provider] },
      ];
      for (const script of scripts) {
        const outcome = await answer(provider, script, isStreaming, { revision });
        if (outcome.kind !== "reply") throw new Error(outcome.failure.code);
        expect(checkDefinition(revision, "CreateMessageResult", outcome.reply)).toEqual([]);
        const isLeftOut = "toolCalls" in script && revision < newest;
        expect(replyNotes(outcome).includes("left-out block-left-out")).toBe(isLeftOut);
      }
    });
  });
});

test("an image of Google's becomes image content, and needs the right revision for audio", async () => {
  const blocks = ["image/png", "audio/wav"].map((mimeType) => ({
    inlineData: { mimeType, data: "YQ==" },
  }));
  const script = { text: ["See"], blocks };
  const image = { type: "image", mimeType: "image/png", data: "YQ==" };
  const audio = { type: "audio", mimeType: "audio/wav", data: "YQ==" };
  const latest = await answer("google", script, true);
  expect(replyOf(latest)).toMatchObject({ content: [text("See"), image, audio] });
  const old = await answer("google", { text: [], blocks }, true, { revision: "2024-11-05" });
  expect(replyOf(old)).toMatchObject({ content: image });
  expect(replyNotes(old)).toEqual(["left-out block-left-out"]);
});

test("several texts are joined if a result has one block", async () => {
  const blocks = [text("two")];
  const script = { text: ["one"], blocks };
  const outcome = await answer("anthropic", script, false, { revision: "2025-06-18" });
  expect(replyOf(outcome)).toMatchObject({ content: text("one\n\ntwo") });
  expect(replyNotes(outcome)).toEqual(["translated blocks-joined"]);
});

test("Anthropic and vLLM report the stop sequence that was met", async () => {
  for (const provider of ["openai", "anthropic"] as const) {
    const outcome = await answer(provider, { stopSequence: "END" }, true);
    expect(replyOf(outcome)).toMatchObject({ stopReason: "stopSequence" });
    expect(outcome.stopSequence).toBe("END");
  }
});

test("OpenAI and Google do not distinguish a stop sequence from the end; Anthropic does", async () => {
  for (const provider of httpProviders) {
    for (const [request, isAsked] of [
      [fullRequest, true],
      [question, false],
    ] as const) {
      const { notes } = await answer(provider, {}, false, { request });
      const isNoted = notes.some(({ code }) => code === "stop-not-distinguished");
      expect(isNoted).toBe(isAsked && provider !== "anthropic");
    }
  }
});

test("a tool use without an id gets one", async () => {
  const calls = [{ id: "", name: "weather", arguments: "{}" }];
  const outcome = await answer("google", { text: [], toolCalls: calls }, false);
  expect(replyOf(outcome)).toMatchObject({ content: { id: "tool-use-1" } });
  expect(replyNotes(outcome)).toEqual(["remark id-made"]);
});

test("a thought signature goes back to Google with the tool use", async () => {
  const outcome = await answer("google", { text: [], toolCalls }, true);
  const { content, role } = replyOf(outcome) as { content: unknown; role: string };
  const request = { ...question, messages: [...question.messages, { role, content }] };
  await answer("google", {}, true, { request });
  expect(server.requests.at(-1)?.body.contents.at(-1).parts[0]).toEqual({
    functionCall: { id: "call-1", name: "weather", args: toolUses[0]?.input },
    thoughtSignature: "c2lnbmF0dXJl",
  });
});

test("a tool use that the token limit cut off is left out", async () => {
  const cut = [{ id: "c", name: "weather", arguments: '{"city":"Zü' }];
  const script = { text: ["I ask"], toolCalls: cut, finish: "length" };
  const outcome = await answer("openai", script, true);
  expect(replyOf(outcome)).toMatchObject({ content: text("I ask"), stopReason: "maxTokens" });
  expect(replyNotes(outcome)).toEqual(["left-out tool-use-incomplete"]);
});

test("if the provider names no model, the result names the requested one", async () => {
  const outcome = await answer("openai", { model: "" }, true);
  expect(replyOf(outcome)).toMatchObject({ model: "model-1" });
  expect(replyNotes(outcome)).toEqual(["remark model-not-reported"]);
});

test("tool calls of servers that number all of them 0, or none", async () => {
  const call = (id: string, index?: number) => ({
    id,
    type: "function",
    ...(index !== undefined && { index }),
    function: { name: "weather", arguments: "{}" },
  });
  for (const index of [0, undefined]) {
    const chunks = [call("one", index), call("two", index)].map((one) => ({
      choices: [{ index: 0, delta: { tool_calls: [one] }, finish_reason: null }],
    }));
    const last = { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] };
    const body = [...chunks, last].map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
    const headers = { "content-type": "text/event-stream" };
    const outcome = await answer("openai", { kind: "raw", status: 200, headers, body }, true);
    expect(replyOf(outcome)).toMatchObject({ content: [{ id: "one" }, { id: "two" }] });
  }
});

test("content in parts, an image and members without an equivalent", async () => {
  const image_url = { url: "data:image/png;base64,YQ==" };
  const message = {
    role: "assistant",
    content: [text("See "), text("this")],
    images: [{ type: "image_url", image_url }],
    audio: { id: "a" },
  };
  const body = JSON.stringify({ model: "m", choices: [{ message, finish_reason: "stop" }] });
  const outcome = await answer("openai", { kind: "raw", status: 200, body }, false);
  expect(replyOf(outcome)).toMatchObject({
    content: [text("See this"), { type: "image", mimeType: "image/png", data: "YQ==" }],
  });
  expect(replyNotes(outcome)).toEqual(["left-out reply-member-left-out"]);
});
