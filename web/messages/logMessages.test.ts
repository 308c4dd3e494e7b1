import { expect, test } from "vitest";
import { logLevelText } from "./logMessages.ts";

test.each([
  [undefined, false, "once a server is connected"],
  ["legacy", true, "logging/setLevel"],
  ["legacy", false, "is not told a level"],
  ["modern", true, "deprecated"],
  ["modern", false, "does not declare the capability logging"],
] as const)("in the era %s, declared %s: %s", (era, isDeclared, part) => {
  expect(logLevelText(era, isDeclared)).toContain(part);
});
