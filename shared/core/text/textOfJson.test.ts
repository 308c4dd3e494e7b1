import { expect, test } from "vitest";
import { jsonText, textOfJson } from "./textOfJson.ts";

test("gives a text for any JSON value", () => {
  expect(textOfJson("a")).toBe("a");
  expect(textOfJson(1)).toBe("1");
  expect(textOfJson(null)).toBe("null");
  expect(textOfJson({ toString: 1 })).toBe('{"toString":1}');
  expect(jsonText("a")).toBe('"a"');
  expect(jsonText(undefined)).toBe("null");
});

test("cuts what is nested too deeply for the stack", () => {
  const deep = JSON.parse(`${'{"a":['.repeat(50_000)}1${"]}".repeat(50_000)}`);
  expect(jsonText({ b: 1, deep })).toMatch(/^\{"b":1,"deep":\{"a":\[.*"…"/);
  expect(textOfJson([deep])).toContain("…");
});
