/** Every field of a sampling request arrives at each provider, or is noted. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../e2e/servers/models.ts";
import { systemClock } from "../core/clock.ts";
import { headerSecrets } from "../log/headerSecrets.ts";
import { maskHeaders } from "../log/mask.ts";
import { createModel } from "./createModel.ts";
import { describeMapping } from "./describeMapping.ts";
import { fullRequest, type HttpProvider, httpProviders, modelAt } from "./models.fixture.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const revision = "2025-11-25";
const schema = fullRequest.tools[0].inputSchema;

/** The body that each provider receives, by pointer; anything else in it fails the test. */
const received: Readonly<Record<HttpProvider, unknown>> = {
  openai: {
    model: "model-1",
    messages: [
      { role: "system", content: "Be brief" },
      {
        role: "user",
        content: [
          { type: "text", text: "Look and listen" },
          { type: "image_url", image_url: { url: "data:image/png;base64,aW1hZ2U=" } },
          { type: "input_audio", input_audio: { data: "YXVkaW8=", format: "wav" } },
        ],
      },
      {
        role: "assistant",
        content: "I ask the tools",
        tool_calls: [
          {
            id: "use-1",
            type: "function",
            function: { name: "weather", arguments: '{"city":"Bern","days":2}' },
          },
          { id: "use.2", type: "function", function: { name: "maps_find", arguments: "{}" } },
        ],
      },
      {
        role: "tool",
        tool_call_id: "use-1",
        content: [
          { type: "text", text: "Sunny" },
          { type: "text", text: '{"structuredContent":{"sun":9}}' },
        ],
      },
      {
        role: "tool",
        tool_call_id: "use.2",
        content: [
          { type: "text", text: "No such place" },
          { type: "text", text: '{"isError":true}' },
        ],
      },
      {
        role: "user",
        content: [{ type: "image_url", image_url: { url: "data:image/png;base64,bWFw" } }],
      },
      { role: "assistant", content: "One moment" },
      { role: "user", content: "Well?" },
    ],
    max_tokens: 300,
    temperature: 0.5,
    stop: ["END", "STOP"],
    metadata: { user_id: "user-7", trace: "t1" },
    tools: [
      {
        type: "function",
        function: { name: "weather", description: "Tells the weather", parameters: schema },
      },
      { type: "function", function: { name: "maps_find", parameters: { type: "object" } } },
    ],
    tool_choice: "required",
  },
  anthropic: {
    model: "model-1",
    max_tokens: 300,
    system: "Be brief",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Look and listen" },
          {
            type: "image",
            source: { type: "base64", media_type: "image/png", data: "aW1hZ2U=" },
          },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I ask the tools" },
          { type: "tool_use", id: "use-1", name: "weather", input: { city: "Bern", days: 2 } },
          { type: "tool_use", id: "use_2", name: "maps_find", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "use-1",
            content: [
              { type: "text", text: "Sunny" },
              {
                type: "image",
                source: { type: "base64", media_type: "image/png", data: "bWFw" },
              },
              { type: "text", text: '{"structuredContent":{"sun":9}}' },
            ],
          },
          {
            type: "tool_result",
            tool_use_id: "use_2",
            content: [{ type: "text", text: "No such place" }],
            is_error: true,
          },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "One moment" }] },
      { role: "user", content: [{ type: "text", text: "Well?" }] },
    ],
    stop_sequences: ["END", "STOP"],
    metadata: { user_id: "user-7" },
    tools: [
      { name: "weather", description: "Tells the weather", input_schema: schema },
      { name: "maps_find", input_schema: { type: "object" } },
    ],
    tool_choice: { type: "any" },
  },
  google: {
    contents: [
      {
        role: "user",
        parts: [
          { text: "Look and listen" },
          { inlineData: { mimeType: "image/png", data: "aW1hZ2U=" } },
          { inlineData: { mimeType: "audio/wav", data: "YXVkaW8=" } },
        ],
      },
      {
        role: "model",
        parts: [
          { text: "I ask the tools" },
          { functionCall: { id: "use-1", name: "weather", args: { city: "Bern", days: 2 } } },
          { functionCall: { id: "use.2", name: "maps_find", args: {} } },
        ],
      },
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              id: "use-1",
              name: "weather",
              response: { output: ["Sunny", '{"structuredContent":{"sun":9}}'] },
              parts: [{ inlineData: { mimeType: "image/png", data: "bWFw" } }],
            },
          },
          {
            functionResponse: {
              id: "use.2",
              name: "maps_find",
              response: { error: "No such place" },
            },
          },
        ],
      },
      { role: "model", parts: [{ text: "One moment" }] },
      { role: "user", parts: [{ text: "Well?" }] },
    ],
    systemInstruction: { parts: [{ text: "Be brief" }] },
    generationConfig: { maxOutputTokens: 300, temperature: 0.5, stopSequences: ["END", "STOP"] },
    tools: [
      {
        functionDeclarations: [
          { name: "weather", description: "Tells the weather", parametersJsonSchema: schema },
          { name: "maps_find", parametersJsonSchema: { type: "object" } },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: "ANY" } },
  },
};

/** The notes for each provider: effect, code and pointer. */
const everywhere = [
  "left-out context-not-included /includeContext",
  "left-out used-for-choice /modelPreferences",
  "left-out not-expressed /messages/0/content/0/annotations",
  "left-out not-expressed /tools/0/title",
  "remark renamed /messages/1/content/2/name",
  "remark renamed /tools/1/name",
  "translated member-as-text /messages/2/content/0/structuredContent",
];
const noted: Readonly<Record<HttpProvider, readonly string[]>> = {
  openai: [
    ...everywhere,
    "remark content-moved /messages/2/content/0/content/1",
    "translated member-as-text /messages/2/content/1/isError",
  ],
  anthropic: [
    ...everywhere,
    "left-out content-not-sent /messages/0/content/2",
    "left-out not-expressed /temperature",
    "left-out not-expressed /metadata/trace",
    "remark renamed /messages/1/content/2/id",
    "remark renamed /messages/2/content/1/toolUseId",
  ],
  google: [...everywhere, "left-out not-expressed /metadata"],
};

describe.each(httpProviders)("%s", (provider) => {
  const settings = () => ({ provider, model: "model-1", baseUrl: server.baseUrls[provider] });

  test.each([false, true])("receives every field; streaming %s", async (isStreaming) => {
    const model = modelAt(server, provider);
    const onDelta = isStreaming ? { onDelta: () => {} } : {};
    const outcome = await model.generate(fullRequest, { revision, ...onDelta });
    expect(outcome).toMatchObject({ kind: "reply" });
    const body = server.requests.at(-1)?.body;
    const { stream, stream_options, ...fields } = body;
    expect(fields).toEqual(received[provider]);
    expect(describeMapping(fullRequest, settings(), { revision, isStreaming })?.body).toEqual(body);
  });

  test("every part that is not sent unchanged is noted", () => {
    const notes = describeMapping(fullRequest, settings(), { revision })?.notes ?? [];
    const inShort = notes.map(({ effect, code, pointer }) => `${effect} ${code} ${pointer}`);
    expect(inShort.toSorted()).toEqual(noted[provider].toSorted());
  });

  test("the key is in a header and nowhere else", async () => {
    await modelAt(server, provider).generate(fullRequest, { revision });
    const { headers, path, body } = server.requests.at(-1) ?? {};
    const holding = Object.entries(headers ?? {}).filter(([, value]) => value?.includes("sk-test"));
    expect(holding).toHaveLength(1);
    expect(`${path}${JSON.stringify(body)}`).not.toContain("sk-test");
  });

  test("the key is masked in the log, and no cookie is sent", async () => {
    const sent: RequestInit[] = [];
    const recorded: typeof fetch = (input, init) => {
      sent.push(init ?? {});
      return fetch(input, init);
    };
    await modelAt(server, provider, { fetch: recorded }).generate(fullRequest, { revision });
    const headers = [...new Headers(sent[0]?.headers)];
    expect(JSON.stringify(headers)).toContain("sk-test");
    const masked = maskHeaders(headers, headerSecrets(headers));
    expect(JSON.stringify(masked)).not.toContain("sk-test");
    expect(sent[0]).toMatchObject({ credentials: "omit", redirect: "manual" });
  });

  test("without a key no key header is sent", async () => {
    const { key: _key, ...keyless } = { ...settings(), key: undefined, clock: systemClock };
    await createModel({ ...keyless, fetch }).generate(fullRequest, { revision });
    const names = Object.keys(server.requests.at(-1)?.headers ?? {});
    const own = names.filter((name) => /authorization|key|x-goog/.test(name));
    expect(own).toEqual([]);
  });
});

/** Content besides text, image, audio and tools: how each provider receives it, or why not. */
const link = { type: "resource_link", uri: "file:///a", name: "a" };
const textResource = { type: "resource", resource: { uri: "file:///a", text: "A" } };
const blob = (mimeType: string) => ({
  type: "resource",
  resource: { uri: "file:///a", blob: "YQ==", mimeType },
});
const others: readonly (readonly [object, string, readonly string[]])[] = [
  [link, "content-as-text", []],
  [textResource, "content-as-text", []],
  [{ type: "hologram", data: "x" }, "unknown-content", []],
  [{ type: "image", url: "https://image.example" }, "content-as-text", []],
  [blob("application/zip"), "content-not-sent", ["openai", "anthropic", "google"]],
  [blob("application/pdf"), "content-not-sent", ["openai"]],
];
describe.each(httpProviders)("%s", (provider) => {
  test.each(others)("%j", (block, code, refusing) => {
    const content = { type: "tool_result", toolUseId: "u", content: [block] };
    for (const part of [block, content]) {
      const params = { messages: [{ role: "user", content: part }], maxTokens: 5 };
      const settings = { provider, model: "model-1" };
      const { body, notes = [] } = describeMapping(params, settings, { revision }) ?? {};
      const isSent = code !== "content-not-sent" || !refusing.includes(provider);
      const codes = notes.map((note) => note.code);
      if (code !== "content-not-sent" || !isSent) expect(codes).toContain(code);
      else expect(codes).not.toContain("content-not-sent");
      const text = JSON.stringify(body);
      if (code !== "content-not-sent") {
        expect(text).toContain(JSON.stringify(JSON.stringify(block)).slice(1, -1));
      } else expect(text.includes("YQ==")).toBe(isSent);
    }
  });
});

const choices = ["auto", "required", "none"] as const;
const chosen: Readonly<Record<HttpProvider, readonly unknown[]>> = {
  openai: choices,
  anthropic: [{ type: "auto" }, { type: "any" }, { type: "none" }],
  google: ["AUTO", "ANY", "NONE"].map((mode) => ({ functionCallingConfig: { mode } })),
};
test.each(httpProviders)("every tool choice of %s, and one without tools", (provider) => {
  const { messages, maxTokens, tools } = fullRequest;
  const map = (request: object) =>
    describeMapping({ messages, maxTokens, ...request }, { provider, model: "m" }, { revision });
  const member = { openai: "tool_choice", anthropic: "tool_choice", google: "toolConfig" }[
    provider
  ];
  const sent = choices.map((mode) => map({ tools, toolChoice: { mode } })?.body[member]);
  expect(sent).toEqual(chosen[provider]);
  const without = map({ toolChoice: { mode: "auto" } });
  expect(without?.body).not.toHaveProperty(member);
  expect(without?.notes.map(({ code }) => code)).toContain("choice-without-tools");
});

test.each(httpProviders)("tools are not sent to %s for servers before 2025-11-25", (provider) => {
  const settings = { provider, model: "m" };
  const { body, notes } = describeMapping(fullRequest, settings, { revision: "2025-06-18" }) ?? {};
  expect(body).not.toHaveProperty("tools");
  expect(notes?.filter(({ code }) => code === "not-in-revision")).toHaveLength(2);
});

test("OpenAI itself gets the new name of the token limit, others the old one", () => {
  const at = (baseUrl?: string) => {
    const settings = { provider: "openai", model: "m", ...(baseUrl && { baseUrl }) } as const;
    return describeMapping(fullRequest, settings, { revision })?.body;
  };
  for (const baseUrl of [undefined, "https://api.openai.com/v1/"]) {
    expect(at(baseUrl)).toMatchObject({ max_completion_tokens: 300 });
  }
  expect(at("http://localhost:11434/v1")).toMatchObject({ max_tokens: 300 });
});

test("a base URL with the version in it", async () => {
  for (const [provider, version] of [
    ["anthropic", "v1"],
    ["google", "v1beta"],
    ["openai", ""],
  ] as const) {
    const baseUrl = `${server.baseUrls[provider]}/${version}`;
    const model = modelAt(server, provider, { baseUrl });
    expect(await model.generate(fullRequest, { revision })).toMatchObject({ kind: "reply" });
  }
});

test("values outside of a provider's limits are noted, and sent", () => {
  const stopSequences = ["1", "2", "3", "4", "5", "6"];
  const params = { ...fullRequest, temperature: 3, stopSequences };
  for (const provider of ["openai", "google"] as const) {
    const { notes } = describeMapping(params, { provider, model: "m" }, { revision }) ?? {};
    const codes = notes?.map(({ code }) => code);
    expect(codes).toContain("out-of-range");
    expect(codes).toContain("too-many");
  }
});
