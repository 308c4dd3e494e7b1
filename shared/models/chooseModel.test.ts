import { expect, test } from "vitest";
import { chooseModel } from "./chooseModel.ts";

const sonnet = { model: "claude-sonnet-5" };
const haiku = { model: "claude-haiku-5" };
const local = { model: "llama-4" };
const models = [sonnet, haiku, local];
const hints = (...names: readonly unknown[]) => names.map((name) => ({ name }));

/** Preferences, the model they select and the codes of the reasons. */
const table = [
  [{ hints: hints("haiku") }, haiku, ["hint"]],
  [{ hints: hints("HAIKU", "sonnet") }, haiku, ["hint"]],
  [{ hints: hints("gemini", "llama") }, local, ["hint-without-match", "hint"]],
  [{ hints: hints("claude") }, sonnet, ["hint", "first"]],
  [{ hints: hints("mistral"), speedPriority: 1 }, sonnet, ["hint-without-match", "first"]],
  [{}, sonnet, ["first"]],
  [undefined, sonnet, ["first"]],
  [{ hints: [null, 1, {}, { name: 7 }, { name: "" }], costPriority: "much" }, sonnet, ["first"]],
  [{ hints: "claude" }, sonnet, ["first"]],
] as const;

test.each(table)("%j", (preferences, chosen, codes) => {
  const choice = chooseModel(preferences, models);
  expect(choice.chosen).toBe(chosen);
  expect(choice.reasons.map(({ code }) => code)).toEqual(codes);
});

test("the reason names the hint and the model", () => {
  expect(chooseModel({ hints: hints("claude") }, models).reasons).toEqual([
    { code: "hint", hint: "claude", name: "claude-sonnet-5", matches: 2 },
    { code: "first" },
  ]);
});

test("one model and none", () => {
  expect(chooseModel({}, [haiku])).toEqual({ chosen: haiku, reasons: [{ code: "only-model" }] });
  expect(chooseModel({}, [])).toEqual({ chosen: undefined, reasons: [] });
});

test("the number of hints that are compared is limited", () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({ name: `none-${at}` }));
  expect(chooseModel({ hints: many }, models).reasons.length).toBeLessThan(200);
});
