import { expect, test } from "vitest";
import { putText } from "./putText.ts";

test("a text that is nested without end is left as it is", () => {
  const deep = `{"a":${"[".repeat(100_000)}`;
  expect(putText(deep, ["a"], "1")).toBe(deep);
  expect(putText(deep, ["a"], undefined)).toBe(deep);
});
