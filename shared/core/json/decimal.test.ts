import { expect, it } from "vitest";
import { compareDecimals, decimalOf, isExact, isMultiple, sameDecimal } from "./decimal.ts";

it.each([
  ["1.0", "1", 0],
  ["-0", "0", 0],
  ["100", "1e2", 0],
  ["9007199254740993", "9007199254740992", 1],
  ["-1", "1", -1],
  ["-2", "-1", -1],
  ["1e400", "1e399", 1],
  ["0.1", "0.09", 1],
  ["1e-400", "0", 1],
])("%s against %s", (one, other, order) => {
  expect(Math.sign(compareDecimals(decimalOf(one), decimalOf(other)))).toBe(order);
  expect(sameDecimal(decimalOf(one), decimalOf(other))).toBe(order === 0);
});

it("recognises literals that a double represents exactly", () => {
  expect(["0.1", "1e21", "5e-324", "1.50"].every(isExact)).toBe(true);
  expect(["9007199254740993", "1e400", "0.10000000000000001", "1e-400"].some(isExact)).toBe(false);
});

it("computes multiples exactly, and returns undefined where exponents differ too much", () => {
  expect(isMultiple(decimalOf("0.07"), decimalOf("0.01"))).toBe(true);
  expect(isMultiple(decimalOf("9007199254740993"), decimalOf("2"))).toBe(false);
  expect(isMultiple(decimalOf("1e99999"), decimalOf("3"))).toBeUndefined();
  expect(isMultiple(decimalOf("1"), decimalOf("0"))).toBeUndefined();
});

it("reads a million zeros inside a literal", () => {
  const literal = `1${"0".repeat(1_000_000)}1.0`;
  expect(decimalOf(literal).exponent).toBe(0);
});
