/**
 * Tests the browser's language model with an object of the same interface, because only browsers
 * have it.
 */
import { expect, test } from "vitest";
import { systemClock } from "../core/clock.ts";
import { createModel } from "./createModel.ts";
import { describeMapping } from "./describeMapping.ts";
import type { Delta, ModelOutcome } from "./model.ts";
import { fullRequest, question } from "./models.fixture.ts";
import type { LanguageModelFactory, PromptInput } from "./providers/languageModelTypes.ts";

const revision = "2025-11-25";

/** Records its input, and streams the pieces; an error or a wait ends the stream. */
function browserModel(
  pieces: readonly (string | Error | Promise<void>)[],
  availability = "available",
) {
  const given: {
    initial?: readonly PromptInput[];
    prompt?: readonly PromptInput[];
    expected?: unknown;
    isDestroyed?: boolean;
  } = {};
  const factory: LanguageModelFactory = {
    availability: async () => availability,
    async create({ initialPrompts, expectedInputs }) {
      given.initial = initialPrompts;
      given.expected = expectedInputs;
      return {
        promptStreaming(prompt, { signal }) {
          given.prompt = prompt;
          const rest = pieces[Symbol.iterator]();
          return new ReadableStream({
            start(controller) {
              signal.addEventListener("abort", () => controller.error(signal.reason));
            },
            async pull(controller) {
              const { value, done } = rest.next();
              if (done) controller.close();
              else if (value instanceof Error) controller.error(value);
              else if (typeof value === "string") controller.enqueue(value);
              else await value;
            },
          });
        },
        destroy() {
          given.isDestroyed = true;
        },
      };
    },
  };
  return { factory, given };
}

function generate(
  languageModel: LanguageModelFactory | undefined,
  request: object,
  options: { signal?: AbortSignal; onDelta?: (delta: Delta) => void } = {},
): Promise<ModelOutcome> {
  const fetchNothing: typeof fetch = () => Promise.reject(new Error("The network was used"));
  const settings = { provider: "browser", model: "built-in" } as const;
  const model = createModel({
    ...settings,
    fetch: fetchNothing,
    clock: systemClock,
    languageModel,
  });
  return model.generate(request, { revision, ...options });
}

test("the conversation reaches the model, the last message as prompt", async () => {
  const { factory, given } = browserModel(["Hello ", "there"]);
  const deltas: string[] = [];
  const outcome = await generate(factory, fullRequest, {
    onDelta: ({ text }) => deltas.push(text),
  });
  expect(outcome).toMatchObject({
    kind: "reply",
    reply: { content: { type: "text", text: "Hello there" }, model: "built-in" },
    usage: { inputTokens: undefined, outputTokens: undefined },
  });
  expect(deltas).toEqual(["Hello ", "there"]);
  const { initial = [], prompt, expected, isDestroyed } = given;
  expect(initial.map(({ role }) => role)).toEqual([
    ...["system", "user", "assistant", "user", "assistant"],
  ]);
  expect(prompt).toEqual([{ role: "user", content: [{ type: "text", value: "Well?" }] }]);
  expect(expected).toEqual([{ type: "text" }, { type: "image" }, { type: "audio" }]);
  expect(isDestroyed).toBe(true);
  const [image, audio] = initial[1]?.content.slice(1).map(({ value }) => value) ?? [];
  expect(image).toMatchObject({ type: "image/png", size: 5 });
  expect(new TextDecoder().decode(audio as ArrayBuffer)).toBe("audio");
  const use = { type: "tool_use", id: "use-1", name: "weather", input: { city: "Bern", days: 2 } };
  expect(JSON.parse(String(initial[2]?.content[1]?.value))).toEqual(use);
  expect(JSON.parse(String(initial[3]?.content[1]?.value))).toEqual(
    fullRequest.messages[2].content[1],
  );
});

test("parts that it cannot express are noted", () => {
  const { notes = [] } =
    describeMapping(fullRequest, { provider: "browser", model: "" }, { revision }) ?? {};
  const inShort = notes.map(({ effect, code, pointer }) => `${effect} ${code} ${pointer}`);
  for (const name of ["temperature", "maxTokens", "stopSequences", "metadata", "toolChoice"]) {
    expect(inShort).toContain(`left-out not-expressed /${name}`);
  }
  expect(inShort).toContain("left-out not-expressed /tools/1");
  expect(inShort).toContain("translated content-as-text /messages/1/content/1");
});

test.each(["unavailable", "downloadable", "downloading"])("a model that is %s", async (state) => {
  const { factory } = browserModel([], state);
  expect(await generate(factory, question)).toMatchObject({
    failure: { code: "not-available", evidence: { availability: state } },
  });
});

test("a browser without one", async () => {
  expect(await generate(undefined, question)).toMatchObject({
    failure: { code: "not-available", evidence: { availability: "missing" } },
  });
});

test("a filter and other errors", async () => {
  const filtered = browserModel(["He", new DOMException("Filtered", "NotReadableError")]);
  expect(await generate(filtered.factory, question)).toMatchObject({
    failure: { code: "refused", evidence: { reason: "NotReadableError", message: "Filtered" } },
    partial: { content: { text: "He" } },
  });
  const full = browserModel([new DOMException("Too long", "QuotaExceededError")]);
  expect(await generate(full.factory, question)).toMatchObject({
    failure: { code: "provider-error", evidence: { message: "QuotaExceededError: Too long" } },
  });
});

test("a stop by the user", async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const { factory } = browserModel(["He", never]);
  const user = new AbortController();
  const options = { signal: user.signal, onDelta: () => user.abort() };
  expect(await generate(factory, question, options)).toMatchObject({
    failure: { code: "aborted" },
    partial: { content: { text: "He" } },
  });
});

test("media that are not base64", async () => {
  const image = { type: "image", data: "%%%", mimeType: "image/png" };
  const request = { messages: [{ role: "user", content: image }], maxTokens: 5 };
  expect(await generate(browserModel([]).factory, request)).toMatchObject({
    failure: { code: "provider-error" },
  });
});
