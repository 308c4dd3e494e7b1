import { expect, test } from "vitest";
import { putText } from "./putText.ts";

test("deeply nested text is returned unchanged", () => {
  const deep = `{"a":${"[".repeat(100_000)}`;
  expect(putText(deep, ["a"], "1")).toBe(deep);
  expect(putText(deep, ["a"], undefined)).toBe(deep);
});
