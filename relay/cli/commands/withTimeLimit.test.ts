import { expect, test } from "vitest";
import { compareAnswers } from "../../../shared/collections/compare/compareAnswers.ts";
import { readRules } from "../../../shared/collections/compare/rules.ts";
import { withTimeLimit } from "./withTimeLimit.ts";

test("rules that take too long are interrupted", () => {
  const { rules } = readRules("~(a|a)*b~");
  const answer = (text: string) => JSON.stringify({ result: { text } });
  const compare = (length: number) => () =>
    compareAnswers(answer("b"), answer("a".repeat(length)), rules).isSame;
  expect(withTimeLimit(compare(60), 200)).toBeUndefined();
  expect(withTimeLimit(compare(3), 30_000)).toBe(false);
});

test("errors are thrown on", () => {
  const fail = () => {
    throw new RangeError("wrong");
  };
  expect(() => withTimeLimit(fail, 30_000)).toThrow(RangeError);
});
