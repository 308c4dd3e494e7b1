import "../../worker.fixture.ts";
import { expect, test } from "vitest";
import { checkValue } from "./checkValue.ts";

test("a pattern that never terminates is stopped, and later values are checked", async () => {
  const evil = { properties: { a: { pattern: "^(a+)+$" } } };
  const plain = { properties: { a: { type: "integer" } } };
  const [first, stuck, after] = await Promise.all([
    checkValue(plain, '{"a": 9007199254740993}'),
    checkValue(evil, JSON.stringify({ a: `${"a".repeat(40)}!` })),
    checkValue(plain, '{"a": 1.5}'),
  ]);
  expect(first).toMatchObject({ kind: "checked", problems: [] });
  expect(stuck).toEqual({ kind: "unchecked", reason: { code: "timeout", limitMs: 2000 } });
  expect(after).toMatchObject({ kind: "checked", problems: [{ pointer: "/a" }] });
});
