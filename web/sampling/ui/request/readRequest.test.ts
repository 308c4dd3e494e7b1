import { expect, test } from "vitest";
import { readRequest, receivedText } from "./readRequest.ts";

test("every member of a request is shown once: in the conversation, as a parameter, or as JSON", () => {
  const params = {
    systemPrompt: "Be brief",
    messages: [
      { role: "user", content: { type: "text", text: "Hi" } },
      { role: "assistant", content: [{ type: "text", text: "A" }, { type: "video" }] },
      "no message",
    ],
    tools: [{ name: "t" }],
    toolChoice: { mode: "required" },
    maxTokens: 50,
    temperature: 0.2,
    stopSequences: ["\n", "END"],
    includeContext: "thisServer",
    modelPreferences: { hints: [{ name: "claude" }], costPriority: 0.3 },
    metadata: { a: 1 },
    _meta: { progressToken: 1 },
    future: true,
  };
  const { facts, rest, messages, tools, systemPrompt } = readRequest(params);
  expect({ systemPrompt, tools }).toEqual({ systemPrompt: "Be brief", tools: params.tools });
  expect(messages).toEqual([
    { role: "user", blocks: [{ type: "text", text: "Hi" }] },
    {
      role: "assistant",
      blocks: params.messages[1] && [{ type: "text", text: "A" }, { type: "video" }],
    },
    { role: "no role", blocks: ["no message"] },
  ]);
  expect(Object.fromEntries(facts)).toEqual({
    toolChoice: "required",
    maxTokens: "50",
    temperature: "0.2",
    stopSequences: '"\\n", "END"',
    includeContext: "thisServer",
    modelPreferences: "hints claude · cost 0.3",
  });
  expect(Object.fromEntries(rest)).toEqual({
    metadata: { a: 1 },
    _meta: { progressToken: 1 },
    future: true,
  });
});

test("members of another type than expected are shown as JSON", () => {
  const params = {
    messages: "none",
    systemPrompt: 7,
    tools: {},
    maxTokens: "many",
    toolChoice: { mode: "auto", extra: 1 },
    modelPreferences: { hints: "claude" },
  };
  const { rest, facts } = readRequest(params);
  expect(facts).toEqual([]);
  expect(Object.fromEntries(rest)).toEqual(params);
});

test("the params of a pending request are the server's own text", () => {
  const text = '{"id":1,"params":{"maxTokens": 12345678901234567890},"method":"x"}';
  const item = { input: { text, params: { maxTokens: 1 } } };
  expect(receivedText(item as never)).toBe('{"maxTokens": 12345678901234567890}');
});
