// @vitest-environment jsdom
import "../../component.fixture.tsx";
import { expect, test } from "vitest";
import { defaultRules } from "../../../shared/recording/replay/rules.ts";
import { compareLater, compareNow } from "./compare.ts";

const answersOf = (recorded: unknown, fresh: unknown, rulesText = defaultRules) => ({
  recorded: JSON.stringify(recorded),
  fresh: JSON.stringify(fresh),
  rulesText,
});

test("small answers are compared synchronously, large ones and slow rules in a worker", async () => {
  expect(compareNow(answersOf({ a: 1 }, { a: 2 }))?.isSame).toBe(false);
  const items = Array.from({ length: 20_000 }, (_, index) => index);
  expect(compareNow(answersOf({ items }, { items }))?.isSame).toBe(true);
  const large = answersOf({ items, time: 1 }, { items, time: 2 });
  expect(compareNow(large)).toBeUndefined();
  expect((await compareLater(large)).isSame).toBe(true);
});

test("a rule that takes too long does not block the page, and the rules are not applied", async () => {
  const text = "a".repeat(15_000);
  const hostile = answersOf({ text }, { text: `${text}b` }, "~(a|a)*b~");
  expect(compareNow(hostile)).toBeUndefined();
  expect(await compareLater(hostile)).toMatchObject({ isSame: false, isExhausted: true });
});
