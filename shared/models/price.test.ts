import { expect, test } from "vitest";
import { costOf, findPrice } from "./price.ts";

const cheap = { inputPerMillion: 0.5, outputPerMillion: 2 };
const dear = { inputPerMillion: 5, outputPerMillion: 20 };
const prices = { "model-1": cheap, "model-1-large": dear };

test.each([
  ["model-1", cheap],
  ["model-1-2026-10-01", cheap],
  ["model-1-large-2026-10-01", dear],
  ["other/model-1", undefined],
  ["constructor", undefined],
])("the price of %s", (model, price) => {
  expect(findPrice(prices, model)).toBe(price);
});

test.each([
  [{ inputTokens: 1_000_000, outputTokens: 500_000 }, dear, 15],
  [{ inputTokens: 0, outputTokens: 0 }, dear, 0],
  [{ inputTokens: 10, outputTokens: undefined }, dear, undefined],
  [{ inputTokens: 10, outputTokens: 10 }, undefined, undefined],
  [{ inputTokens: 10, outputTokens: 10 }, { inputPerMillion: 5 }, undefined],
  [{ inputTokens: 10, outputTokens: 10 }, { outputPerMillion: 5 }, undefined],
  [{ inputTokens: 1_000_000, outputTokens: 0 }, { inputPerMillion: 5 }, 5],
])("the cost of %j", (usage, price, cost) => {
  expect(costOf(usage, price)).toBe(cost);
});
