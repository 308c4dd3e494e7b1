import { expect, test } from "vitest";
import { chooseModel } from "./chooseModel.ts";

const sonnet = { model: "claude-sonnet-5", ratings: { cost: 0.4, speed: 0.6, intelligence: 0.8 } };
const haiku = { model: "claude-haiku-5", ratings: { cost: 0.8, speed: 0.9, intelligence: 0.4 } };
const local = { model: "llama-4", standsInFor: ["gpt-nano"], ratings: { cost: 1 } };
const models = [sonnet, haiku, local];
const hints = (...names: readonly unknown[]) => names.map((name) => ({ name }));

/** Preferences, the model they select and the codes of the reasons. */
const table = [
  [{ hints: hints("haiku") }, haiku, ["hint"]],
  [{ hints: hints("HAIKU", "sonnet") }, haiku, ["hint"]],
  [{ hints: hints("gemini", "gpt") }, local, ["hint-without-match", "hint"]],
  [{ hints: hints("claude") }, sonnet, ["hint", "first"]],
  [{ hints: hints("claude"), speedPriority: 1 }, haiku, ["hint", "priorities"]],
  [{ hints: hints("claude"), costPriority: 1 }, haiku, ["hint", "priorities"]],
  [{ hints: hints("sonnet"), costPriority: 1 }, sonnet, ["hint"]],
  [
    { hints: hints("mistral"), intelligencePriority: 1 },
    sonnet,
    ["hint-without-match", "priorities"],
  ],
  [{ costPriority: 1, intelligencePriority: 0.1 }, local, ["priorities"]],
  [{ costPriority: 0 }, sonnet, ["first"]],
  [{}, sonnet, ["first"]],
  [undefined, sonnet, ["first"]],
  [{ hints: [null, 1, {}, { name: 7 }, { name: "" }], costPriority: "much" }, sonnet, ["first"]],
  [{ hints: "claude", speedPriority: Number.NaN }, sonnet, ["first"]],
] as const;

test.each(table)("%j", (preferences, chosen, codes) => {
  const choice = chooseModel(preferences, models);
  expect(choice.chosen).toBe(chosen);
  expect(choice.reasons.map(({ code }) => code)).toEqual(codes);
  expect(new Set(choice.ranking.map(({ model }) => model))).toEqual(new Set(models));
});

test("the reasons name hint, weights and ratings", () => {
  const preferences = { hints: hints("claude"), costPriority: 1, speedPriority: 0.5 };
  expect(chooseModel(preferences, models).reasons).toEqual([
    { code: "hint", hint: "claude", index: 0, name: "claude-sonnet-5", matches: 2 },
    {
      code: "priorities",
      score: expect.closeTo((0.8 + 0.5 * 0.9) / 1.5),
      parts: [
        { priority: "cost", weight: 1, rating: 0.8 },
        { priority: "speed", weight: 0.5, rating: 0.9 },
      ],
    },
  ]);
});

test("one model and none", () => {
  expect(chooseModel({}, [haiku])).toMatchObject({
    chosen: haiku,
    reasons: [{ code: "only-model" }],
  });
  expect(chooseModel({}, [])).toEqual({ chosen: undefined, reasons: [], ranking: [] });
});

test("the number of hints that are compared is limited", () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({ name: `none-${at}` }));
  expect(chooseModel({ hints: many }, models).reasons.length).toBeLessThan(200);
});
