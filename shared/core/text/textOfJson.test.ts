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

test("keeps a thousand levels, and cuts each part of what is deeper alike", () => {
  const nested = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
  expect(jsonText(nested(1000))).toBe(`${"[".repeat(1000)}${"]".repeat(1000)}`);
  expect(jsonText(nested(1001))).toBe(`${"[".repeat(200)}"…"${"]".repeat(200)}`);
});
