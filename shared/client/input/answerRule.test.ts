import { expect, test } from "vitest";
import { defaultRuleLimit, formatRules, parseRules, type Rule } from "./answerRule.ts";

const rules: readonly Rule[] = [
  {
    id: "1",
    name: "Greeting",
    match: { method: "sampling/createMessage", item: "greet", text: "hello", hint: "claude" },
    answer: { kind: "text", text: "Hello, {{text}}", model: "rule" },
    delayMs: 20,
    limit: 3,
  },
  ...(
    [
      { kind: "result", text: "{}" },
      { kind: "decline" },
      { kind: "error", code: -32000, message: "No" },
      { kind: "malformed", text: "{" },
      { kind: "model", modelId: "m" },
    ] as const
  ).map((answer, index) => ({
    id: `${index + 2}`,
    name: answer.kind,
    match: { method: "elicitation/create" as const },
    answer,
    delayMs: 0,
    limit: defaultRuleLimit,
  })),
];

test("a file contains every rule, which gets a new id", () => {
  let ids = 0;
  const read = parseRules(formatRules(rules), () => `new-${++ids}`, 0);
  expect(read).toEqual({
    kind: "rules",
    rules: rules.map((rule, index) => ({ ...rule, id: `new-${index + 1}` })),
  });
});

test.each<[string, string, object]>([
  ["text that is not JSON", "{", { code: "not-json" }],
  ["another format", '{"format":"other","rules":[]}', { code: "other-format" }],
  ["a rule without a match", file([{ name: "a", answer: { kind: "decline" } }]), badRule(0)],
  [
    "an unknown answer",
    file([exported(), { ...exported(), answer: { kind: "run", text: "rm" } }]),
    badRule(1),
  ],
  ["too many rules", file(Array.from({ length: 501 }, exported)), { code: "too-many" }],
])("refuses %s", (_, text, refusal) => {
  expect(parseRules(text, () => "id", 0)).toEqual({ kind: "refused", ...refusal });
});

test("limits and delays of a file are bounded", () => {
  const text = file([{ ...exported(), delayMs: 1e12, limit: -5 }]);
  expect(parseRules(text, () => "id", 0)).toMatchObject({
    rules: [{ delayMs: 600_000, limit: 1 }],
  });
});

function exported() {
  return { name: "a", match: { method: "elicitation/create" }, answer: { kind: "decline" } };
}

function file(list: unknown) {
  return JSON.stringify({ format: "mcp-playground-rules/1", rules: list });
}

function badRule(index: number) {
  return { code: "bad-rule", index };
}

test("long texts and too many rules in a file are refused", () => {
  const rule = {
    id: "1",
    name: "Long",
    match: { method: "sampling/createMessage", text: "x" },
    answer: { kind: "text", text: "y", model: "m" },
    delayMs: 0,
    limit: 1,
  } as const;
  const read = (changed: object, known = 0) =>
    parseRules(formatRules([{ ...rule, ...changed }]), () => "id", known);
  expect(read({}, 499)).toMatchObject({ kind: "rules" });
  expect(read({}, 500)).toEqual({ kind: "refused", code: "too-many" });
  const bad = { kind: "refused", code: "bad-rule", index: 0 };
  expect(read({ match: { ...rule.match, text: "x".repeat(1001) } })).toEqual(bad);
  expect(read({ answer: { ...rule.answer, text: "y".repeat(500_001) } })).toEqual(bad);
});
