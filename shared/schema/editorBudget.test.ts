import { expect, it } from "vitest";
import { fitsEditor } from "./editorBudget.ts";
import { deepText, doublingChain, wideObject } from "./hostileSchemas.fixture.ts";

it("accepts schemas that an editor can process, including recursive ones", () => {
  const tree = { properties: { left: { $ref: "#" }, right: { $ref: "#" }, name: {} } };
  expect(fitsEditor(tree)).toBe(true);
  expect(fitsEditor({ anyOf: [{ type: "string" }, { allOf: [{}, {}] }] })).toBe(true);
  expect(fitsEditor(wideObject(1_000))).toBe(true);
  expect(fitsEditor(true)).toBe(true);
});

it.each([
  ["doubling allOf", doublingChain(40, "allOf")],
  ["doubling anyOf", doublingChain(40, "anyOf")],
  ["many properties", wideObject(20_000)],
  ["deep nesting", JSON.parse(deepText(100_000))],
  ["a loop in place", { anyOf: [{ $ref: "#" }, { type: "string" }] }],
  ["long texts", { description: "x".repeat(2_000_000) }],
])("keeps %s from it", (_, schema) => {
  expect(fitsEditor(schema)).toBe(false);
});
