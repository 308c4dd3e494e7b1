import { expect, test } from "vitest";
import { addSpending, limitReached, nothingSpent } from "./spending.ts";

const usage = { inputTokens: 100, outputTokens: 20 };
const unknown = { inputTokens: undefined, outputTokens: undefined };

test("each limit stops a server that sends endless requests", () => {
  for (const [limits, name, rounds] of [
    [{ rounds: 3 }, "rounds", 3],
    [{ tokens: 500 }, "tokens", 4],
    [{ cost: 1 }, "cost", 2],
  ] as const) {
    let spent = nothingSpent;
    while (spent.rounds < 100 && !limitReached(spent, limits, 50)) {
      spent = addSpending(spent, usage, 50, 0.5);
    }
    expect(spent.rounds).toBe(rounds);
    expect(limitReached(spent, limits, 50)).toBe(name);
  }
});

test("without limits nothing is stopped", () => {
  expect(limitReached({ tokens: 1e9, rounds: 1e9, cost: 1e9 }, {}, 1e9)).toBeUndefined();
});

test("values that a provider does not report count as requested", () => {
  const spent = addSpending(nothingSpent, unknown, 50, undefined);
  expect(spent).toEqual({ tokens: 50, rounds: 1, cost: 0 });
});
