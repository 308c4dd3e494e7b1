import { expect, test } from "vitest";
import { repeatsName } from "./repeatsName.ts";

test.each([
  ["Fail", "fail", true],
  ["List orders", "list_orders", true],
  ["Echo Tool", "echo", true],
  ["Print Environment", "get-env", false],
  ["", "echo", false],
])("%s as the title of %s: %s", (title, name, isRepeated) => {
  expect(repeatsName(title, name)).toBe(isRepeated);
});
