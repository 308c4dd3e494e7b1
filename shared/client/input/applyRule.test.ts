import { expect, test } from "vitest";
import type { Rule, RuleAnswer, RuleMatch } from "./answerRule.ts";
import { composeRuleAnswer, findRule } from "./applyRule.ts";

const rule = (match: Partial<RuleMatch>, answer: RuleAnswer = { kind: "decline" }): Rule => ({
  id: JSON.stringify(match),
  name: "",
  match: { method: "sampling/createMessage", ...match },
  answer,
  delayMs: 0,
  limit: 1,
});
const request = {
  method: "sampling/createMessage",
  params: {
    systemPrompt: "Be brief",
    messages: [
      { role: "user", content: { type: "text", text: "First" } },
      { role: "assistant", content: { type: "text", text: "Second" } },
      { role: "user", content: [{ type: "text", text: 'Say "Hi"' }, { type: "image" }] },
    ],
    modelPreferences: { hints: [{ name: "claude-sonnet" }] },
  },
};

test.each<[Partial<RuleMatch>, boolean]>([
  [{}, true],
  [{ method: "elicitation/create" }, false],
  [{ item: "ask" }, true],
  [{ item: "as" }, false],
  [{ text: "say" }, true],
  [{ text: "BRIEF" }, true],
  [{ text: "third" }, false],
  [{ hint: "Claude" }, true],
  [{ hint: "gpt" }, false],
])("the match %j: %s", (match, isFound) => {
  expect(findRule([rule(match)], () => true, request, "ask") !== undefined).toBe(isFound);
});

test("the first usable rule wins", () => {
  const rules = [rule({ text: "say" }), rule({}), rule({ item: "ask" })];
  expect(findRule(rules, ({ id }) => id !== rules[0]?.id, request, "ask")).toBe(rules[1]);
});

const context = { item: "ask", count: 4 };
const compose = (answer: Parameters<typeof composeRuleAnswer>[0], input: object = request) =>
  composeRuleAnswer(answer, input as typeof request, context);

test("placeholders of a text are replaced once", () => {
  const text = "{{count}} {{item}}: {{text}} / {{system}} / {{other}}";
  const answer = compose({ kind: "text", text, model: "rule" });
  expect(JSON.parse(answer.text)).toEqual({
    role: "assistant",
    content: { type: "text", text: '5 ask: Say "Hi" / Be brief / {{other}}' },
    model: "rule",
    stopReason: "endTurn",
  });
});

test("placeholders of a JSON result cannot break out of their string", () => {
  const { text } = compose({ kind: "result", text: '{"a":"<{{text}}>",\n"b":1}' });
  expect(JSON.parse(text)).toEqual({ a: '<Say "Hi">', b: 1 });
});

test("a malformed answer is sent unchanged", () => {
  expect(compose({ kind: "malformed", text: '{"a":\n' })).toEqual({
    kind: "result",
    text: '{"a":\n',
  });
});

test("declining fits the kind of request", () => {
  expect(compose({ kind: "decline" }).kind).toBe("error");
  expect(compose({ kind: "decline" }, { method: "elicitation/create", params: {} })).toEqual({
    kind: "result",
    text: '{"action":"decline"}',
  });
});
