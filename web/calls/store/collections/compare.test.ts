import "../../../worker.fixture.ts";
import { expect, test } from "vitest";
import { defaultRules } from "../../../../shared/collections/compare/rules.ts";
import { createCompare } from "./compare.ts";

const compare = createCompare(2000);

const answersOf = (recorded: unknown, fresh: unknown, rulesText = defaultRules) => ({
  recorded: JSON.stringify(recorded),
  fresh: JSON.stringify(fresh),
  rulesText,
});

test("answers are compared in a worker, by the rules", async () => {
  expect(await compare(answersOf({ a: 1 }, { a: 2 }))).toMatchObject({ isSame: false });
  expect(await compare(answersOf({ time: 1 }, { time: 2 }))).toMatchObject({ isSame: true });
  expect(await compare(answersOf({ a: 1 }, { a: 1 }))).toMatchObject({ isSame: true, changes: [] });
});

test("a rule that takes too long is stopped, the answers are compared without it, and the next ones with theirs", async () => {
  const text = "a".repeat(60);
  const hostile = compare(answersOf({ text }, { text: `${text}c` }, "~(a|a)*b~"));
  const next = compare(answersOf({ time: 1 }, { time: 2 }));
  expect(await hostile).toMatchObject({ isSame: false, isExhausted: true });
  expect(await next).toMatchObject({ isSame: true });
});
